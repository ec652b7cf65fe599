// The class table: sorted, filtered and searched here, over all students. The page holds the first
// rows; the others come in short and are made piece by piece, those that are shown first. Points are
// those of the book; what is chosen stands in the address's hash, so that going back finds the table
// as it was left.

import { book } from "./book.js";
import { fold } from "./fold.js";

const table = document.querySelector("#class");
const body = table.tBodies[0];
const search = document.querySelector("#search");
const nameless = document.querySelector("#nameless");
const clear = document.querySelector("#clear");
const words = document.querySelector("#table-words").content;
const buttons = [...document.querySelectorAll("[data-filter]")];
const order = new Intl.Collator("ja", { numeric: true });
const STATES = [...document.querySelectorAll('[data-filter^="state-"]')].map((one) => one.dataset.filter);

const blank = document.querySelector("#row").content;
const PIECE = 250; // rows that are made before the browser has its turn
const AGAIN = 3000; // milliseconds, until the rows are asked for once more

const chosen = new Set();
let arranged = []; // all rows, in the order of the table
let sorted = ""; // a column, with "-" in front of it when downwards; "" = as the roster has it

// Says a sentence in both languages, with numbers in it.
function say(key, numbers = {}) {
  const said = words.querySelector(`[data-key="${CSS.escape(key)}"]`).cloneNode(true);
  said.removeAttribute("data-key");
  return fillIn(said, numbers);
}

function fillIn(node, numbers) {
  const texts = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const text = texts.currentNode;
    text.sentence ??= text.data;
    text.data = text.sentence.replace(/\{(\w+)\}/g, (whole, name) => numbers[name] ?? whole);
  }
  return node;
}

// What a finding is called in both languages.
const titles = new Map();
function titleOf(name) {
  if (!titles.has(name)) titles.set(name, fold(`${name} ${document.getElementById(`tip-${name}`)?.textContent ?? ""}`));
  return titles.get(name);
}

// HTML of the server's own templates, to be copied.
function parsed(html) {
  const template = document.createElement("template");
  template.innerHTML = html;
  return template.content;
}

let rows = []; // everybody, as the roster has them
let known = false; // whether they are there
let make = () => {}; // gives a row its node

async function load() {
  let told = null;
  try {
    const answer = await fetch("/rows");
    if (answer.ok) told = await answer.json();
  } catch {
    // The book says that the grader does not answer.
  }
  if (!told) {
    setTimeout(load, AGAIN);
    return;
  }
  const there = new Map([...body.rows].map((node) => [node.dataset.student, node]));
  const chips = new Map(Object.entries(told.chips).map(([name, html]) => [name, parsed(html)]));
  const marks = told.marks.map((html) => parsed(`<table><tr>${html}</tr></table>`).querySelector("td"));
  rows = told.rows.map(([student, id, name, late, number], place) => {
    const [found, findings, waiting, marked, note] = told.kinds[number];
    const folded = fold(name);
    return {
      node: null,
      place,
      student,
      late: late ?? NaN,
      values: { student: id, name },
      found: [...found, ...findings],
      filters: new Set([...found, ...findings]),
      waiting: new Set(waiting),
      text: [fold(id), folded, folded.replace(/\s/g, ""), ...findings.map(titleOf)].join("\n"),
      deciders: "",
      findings,
      marked,
      note,
    };
  });
  make = (row) => {
    row.node = there.get(row.student) ?? filled(row, chips, marks);
    const cell = (name) => row.node.querySelector(`[data-cell="${name}"]`);
    row.points = new Map([...row.node.querySelectorAll("[data-criterion]")].map((one) => [one.dataset.criterion, one]));
    row.state = cell("state");
    row.total = cell("total");
    paint(row);
  };
  known = true;
  for (const row of rows) if (there.has(row.student)) make(row);
  for (const [student, node] of there) if (!rows.some((row) => row.student === student)) node.remove();
  recall();
  fill();
  await makeOthers();
  if (history.state?.top) scrollTo(0, history.state.top);
}

// A row as the server writes it.
function filled(row, chips, marks) {
  const node = blank.querySelector("tr").cloneNode(true);
  const cell = (name) => node.querySelector(`[data-cell="${name}"]`);
  node.dataset.student = row.student;
  const link = cell("student").querySelector("a");
  link.setAttribute("href", `/student/${row.student}`);
  link.textContent = row.values.student;
  if (cell("name")) cell("name").textContent = row.values.name;
  cell("late").textContent = Number.isNaN(row.late) ? "" : row.late;
  if (row.marked.length) {
    const empty = [...node.querySelectorAll("td.mark")];
    empty[0]?.before(...row.marked.map((number) => marks[number].cloneNode(true)));
    for (const one of empty) one.remove();
  }
  const last = node.querySelector(".chips");
  last.append(parsed(row.note));
  for (const name of row.findings) last.append(chips.get(name).cloneNode(true), " ");
  for (const chip of [...last.querySelectorAll("[data-filter-by]")].slice(1)) chip.tabIndex = -1;
  return node;
}

async function makeOthers() {
  for (;;) {
    const missing = arranged.filter((row) => !row.node);
    const next = [...missing.filter((row) => row.kept), ...missing.filter((row) => !row.kept)];
    if (!next.length) return;
    for (const row of next.slice(0, PIECE)) make(row);
    arrange();
    sift();
    await new Promise((done) => setTimeout(done));
  }
}

// Paper has everybody who is shown.
addEventListener("beforeprint", () => {
  for (const row of rows) if (!row.node) make(row);
  arrange();
  sift();
});

const shown = (points) => (points == null ? "–" : String(Number(points.toFixed(2))));

function small(look, content) {
  const node = document.createElement("small");
  node.className = look;
  node.append(content);
  return node;
}

// Writes points and who decided them; only where something is not as it was.
function fillPoints(row, criterion, award) {
  const cell = row.points.get(criterion);
  if (!cell) return;
  const pending = book.waiting.get(`${row.student} ${criterion}`);
  const points = book.points(row.student, criterion) ?? null;
  const person = pending ? points !== null : award.person;
  const by = pending ? book.by : award.by;
  const now = [points, person ? by : "", award.stale && !pending].join("\n");
  if (cell.now === now) return;
  cell.now = now;
  const strong = document.createElement("strong");
  strong.textContent = shown(points);
  const who = person ? by : say(points === null ? "nobody" : "grader");
  cell.replaceChildren(strong, " ", small(person ? "who person" : "who", who));
  if (award.stale && !pending) cell.append(" ", small("stale", say("stale")));
}

function fill() {
  if (!known) return;
  for (const row of rows) {
    const grade = book.students[row.student];
    if (!grade) continue;
    row.filters = new Set([...row.found, `state-${grade.state}`]);
    const deciders = new Set();
    for (const [criterion, award] of Object.entries(grade.awards)) {
      if (award.person) deciders.add(award.by);
      if (award.stale) row.filters.add("stale");
      const open = (book.points(row.student, criterion) ?? null) === null;
      if (open && !row.waiting.has(criterion)) row.filters.add(`open-${criterion}`);
    }
    row.deciders = fold([...deciders].join("\n"));
    if (row.node) paint(row);
  }
  fillTasks();
  if (sorted) sort();
  sift();
}

// Writes into a row what the book knows of it.
function paint(row) {
  const grade = book.students[row.student];
  if (!grade) return;
  for (const [criterion, award] of Object.entries(grade.awards)) fillPoints(row, criterion, award);
  row.total.textContent = shown(grade.total);
  if (row.state.dataset.state !== grade.state) {
    row.state.dataset.state = grade.state;
    row.state.replaceChildren(say(`state-${grade.state}`));
  }
}

// Says how much of each criterion is left that a person decides, or has decided.
function fillTasks() {
  for (const task of document.querySelectorAll("[data-task]")) {
    const criterion = task.dataset.task;
    let all = 0;
    let left = 0;
    let person = false;
    for (const row of rows) {
      const award = book.award(row.student, criterion);
      if (!award) continue;
      person ||= award.person;
      all += 1;
      left += row.filters.has(`open-${criterion}`);
    }
    task.hidden = !left && !person;
    task.querySelector("progress").max = Math.max(1, all);
    task.querySelector("progress").value = all - left;
    task.querySelector(".how-many").replaceChildren(say("progress", { done: all - left, all }));
    fillIn(task.querySelector(".start"), { count: left }).hidden = !left;
    task.querySelector(".fine").hidden = Boolean(left);
  }
}

function isKept(row, states, others, terms) {
  if (states.length && !states.some((name) => row.filters.has(name))) return false;
  if (!others.every((name) => row.filters.has(name))) return false;
  return terms.every((term) => row.text.includes(term) || row.deciders.includes(term));
}

function sift() {
  if (!known) return; // nothing is counted before everybody is there
  const terms = fold(search.value).split(/\s+/).filter(Boolean);
  const states = [...chosen].filter((name) => name.startsWith("state-"));
  const others = [...chosen].filter((name) => !name.startsWith("state-"));
  const counts = new Map();
  let left = 0;
  for (const row of rows) {
    for (const name of row.filters) counts.set(name, (counts.get(name) ?? 0) + 1);
    row.kept = isKept(row, states, others, terms);
    if (row.node && row.node.hidden === row.kept) row.node.hidden = !row.kept;
    left += row.kept;
  }
  for (const button of buttons) {
    const name = button.dataset.filter;
    button.querySelector(".count").textContent = counts.get(name) ?? 0;
    button.hidden = !counts.has(name) && !chosen.has(name);
    button.setAttribute("aria-pressed", String(chosen.has(name)));
  }
  document.querySelector("#shown").replaceChildren(say("shown", { shown: left, all: rows.length }));
  document.querySelector("#nobody").hidden = left > 0;
  clear.hidden = !chosen.size && !search.value;
}

// What a row is sorted by; null goes last, whichever way.
function valueOf(row, column) {
  if (column.startsWith("points-")) return book.points(row.student, column.slice(7)) ?? null;
  if (column === "total") return book.students[row.student]?.total ?? null;
  if (column === "late") return Number.isNaN(row.late) ? null : row.late;
  if (column === "state") return STATES.indexOf(`state-${book.students[row.student]?.state}`);
  return row.values[column] || null;
}

function sort() {
  const down = sorted.startsWith("-");
  const column = down ? sorted.slice(1) : sorted;
  for (const button of table.tHead.querySelectorAll("[data-sort]")) {
    const head = button.closest("th");
    if (button.dataset.sort !== column) head.removeAttribute("aria-sort");
    else head.setAttribute("aria-sort", down ? "descending" : "ascending");
  }
  const keyed = rows.map((row) => [column ? valueOf(row, column) : null, row]);
  keyed.sort(([one, first], [two, second]) => {
    if (one === null || two === null) return (one === null) - (two === null) || first.place - second.place;
    const found = typeof one === "number" ? one - two : order.compare(one, two);
    return (down ? -found : found) || first.place - second.place;
  });
  arranged = keyed.map(([, row]) => row);
  arrange();
}

// Puts the rows that there are into their order. What stands in its place is not touched: the
// browser would lay out all of them anew.
function arrange() {
  const focused = document.activeElement;
  let place = body.firstElementChild;
  for (const { node } of arranged) {
    if (!node) continue;
    if (node === place) place = place.nextElementSibling;
    else body.insertBefore(node, place);
  }
  if (body.contains(focused) && document.activeElement !== focused) focused.focus();
}

function remember() {
  const kept = new URLSearchParams();
  if (chosen.size) kept.set("show", [...chosen].join(" "));
  if (sorted) kept.set("sort", sorted);
  if (search.value) kept.set("search", search.value);
  const hash = kept.toString();
  history.replaceState(history.state, "", hash ? `#${hash}` : location.pathname + location.search);
}

function recall() {
  const kept = new URLSearchParams(location.hash.slice(1));
  const known = new Set(buttons.map((button) => button.dataset.filter));
  chosen.clear();
  for (const name of (kept.get("show") ?? "").split(" ")) if (known.has(name)) chosen.add(name);
  const columns = [...table.tHead.querySelectorAll("[data-sort]")].map((one) => one.dataset.sort);
  const column = kept.get("sort") ?? "";
  sorted = columns.includes(column.replace(/^-/, "")) ? column : "";
  search.value = kept.get("search") ?? "";
  const rare = document.querySelector("#rare");
  if (rare?.querySelector([...chosen].map((name) => `[data-filter="${CSS.escape(name)}"]`).join(",") || "none")) {
    rare.open = true;
  }
  sort();
  sift();
}

function toggle(name) {
  if (!chosen.delete(name)) chosen.add(name);
  sift();
  remember();
}

document.querySelector("#filters").addEventListener("click", (event) => {
  const button = event.target.closest("[data-filter]");
  if (button) toggle(button.dataset.filter);
});
document.querySelector("#filters").addEventListener("submit", (event) => event.preventDefault());
// Where Escape empties the field, only `search` tells of it.
for (const type of ["input", "search"]) {
  search.addEventListener(type, () => {
    sift();
    remember();
  });
}
clear.addEventListener("click", () => {
  chosen.clear();
  search.value = "";
  sift();
  remember();
  search.focus();
});
table.tHead.addEventListener("click", (event) => {
  const column = event.target.closest("[data-sort]")?.dataset.sort;
  if (!column) return;
  sorted = sorted === column ? `-${column}` : column;
  sort();
  remember();
});
addEventListener("hashchange", recall);
addEventListener("keydown", (event) => {
  const typing = event.isComposing || event.keyCode === 229 || event.target.closest?.("input, textarea");
  if (event.key !== "/" || typing || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  search.focus();
});

// A row's findings are one stop of Tab; arrows go along them, Escape puts the title away.
body.addEventListener("click", (event) => {
  const chip = event.target.closest("[data-filter-by]");
  if (chip) toggle(chip.dataset.filterBy);
});
body.addEventListener("keydown", (event) => {
  const chip = event.target.closest("[data-filter-by]");
  if (!chip) return;
  if (event.key === "Escape") tip.hidden = true;
  const chips = [...chip.parentElement.querySelectorAll("[data-filter-by]")];
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  const next = step && chips[chips.indexOf(chip) + step];
  if (!next) return;
  event.preventDefault();
  chip.tabIndex = -1;
  next.tabIndex = 0;
  next.focus();
});

// A finding's title stands beside its chip while the pointer or the focus is there.
const tip = document.querySelector("#tip");
function showTip({ target }) {
  const chip = target.closest("[data-filter-by]");
  if (!chip) return;
  tip.replaceChildren(...document.getElementById(`tip-${chip.dataset.filterBy}`).cloneNode(true).childNodes);
  tip.hidden = false;
  const place = chip.getBoundingClientRect();
  const below = place.bottom + tip.offsetHeight < innerHeight;
  tip.style.top = `${below ? place.bottom : place.top - tip.offsetHeight}px`;
  tip.style.left = `${Math.max(4, Math.min(place.left, innerWidth - tip.offsetWidth - 4))}px`;
}
function hideTip({ relatedTarget }) {
  if (relatedTarget !== tip && !tip.contains(relatedTarget)) tip.hidden = true;
}
body.addEventListener("mouseover", showTip);
body.addEventListener("focusin", showTip);
for (const type of ["mouseout", "focusout"]) body.addEventListener(type, hideTip);
tip.addEventListener("mouseleave", () => (tip.hidden = true));
// What moves under the pointer is another chip; one that has the focus is scrolled to.
function moveTip() {
  if (tip.hidden) return;
  tip.hidden = true;
  if (body.contains(document.activeElement)) showTip({ target: document.activeElement });
}
addEventListener("scroll", moveTip, { capture: true, passive: true });

if (nameless) {
  const hide = () => table.classList.toggle("nameless", nameless.checked);
  nameless.checked = localStorage.getItem("grader-nameless") === "yes";
  nameless.addEventListener("change", () => {
    localStorage.setItem("grader-nameless", nameless.checked ? "yes" : "no");
    hide();
  });
  hide();
}

// Going back finds the place as it was left, once the rows are there.
history.scrollRestoration = "manual";
addEventListener("pagehide", () => history.replaceState({ top: scrollY }, ""));

book.addEventListener("change", fill);
load();
