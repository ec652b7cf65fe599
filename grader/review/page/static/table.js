// The class table: sorted, filtered and searched here; points are those of the book.

import { book } from "./book.js";

const table = document.querySelector("#class");
const rows = [...table.tBodies[0].rows];
const chosen = new Set();
const search = document.querySelector("#search");

function filtersOf(row) {
  const grade = book.students[row.dataset.student];
  const own = row.dataset.filters.split(" ");
  if (!grade) return own;
  const open = Object.values(grade.awards).some((award) => award.points === null);
  return [...own, `state-${grade.state}`, ...(open ? ["open"] : [])];
}

function sift() {
  const wanted = search.value.trim().normalize("NFKC").toLowerCase();
  const counts = {};
  for (const row of rows) {
    const filters = filtersOf(row);
    for (const name of filters) counts[name] = (counts[name] ?? 0) + 1;
    const text = row.textContent.normalize("NFKC").toLowerCase();
    row.hidden = ![...chosen].every((name) => filters.includes(name)) || !text.includes(wanted);
  }
  for (const button of document.querySelectorAll("[data-filter]")) {
    const count = counts[button.dataset.filter] ?? 0;
    button.querySelector(".count").textContent = count;
    button.hidden = !count && !chosen.has(button.dataset.filter);
  }
}

document.querySelector("#filters").addEventListener("click", (event) => {
  const button = event.target.closest("[data-filter]");
  if (!button) return;
  const name = button.dataset.filter;
  const pressed = !chosen.delete(name);
  if (pressed) chosen.add(name);
  button.setAttribute("aria-pressed", String(pressed));
  sift();
});
document.querySelector("#filters").addEventListener("submit", (event) => event.preventDefault());
search.addEventListener("input", sift);

function sortBy(button) {
  const head = button.closest("th");
  const up = head.getAttribute("aria-sort") !== "ascending";
  for (const each of table.tHead.rows[0].cells) {
    if (each.hasAttribute("aria-sort")) each.setAttribute("aria-sort", "none");
  }
  head.setAttribute("aria-sort", up ? "ascending" : "descending");
  const key = (row) => row.querySelector(`[data-cell="${button.dataset.sort}"]`).textContent.trim();
  const order = new Intl.Collator("ja", { numeric: true }).compare;
  rows.sort((one, two) => (up ? 1 : -1) * order(key(one), key(two)));
  table.tBodies[0].append(...rows);
}
table.tHead.addEventListener("click", (event) => {
  const button = event.target.closest("[data-sort]");
  if (button) sortBy(button);
});

function fill() {
  for (const row of rows) {
    const grade = book.students[row.dataset.student];
    if (!grade) continue;
    for (const criterion of Object.keys(grade.awards)) {
      const cell = row.querySelector(`[data-cell="points-${CSS.escape(criterion)}"]`);
      const points = book.points(row.dataset.student, criterion);
      if (cell) cell.textContent = points ?? "–";
    }
    row.querySelector('[data-cell="total"]').textContent = grade.total ?? "–";
  }
  sift();
}
book.addEventListener("change", fill);
