// One student: three panes, of which each can be hidden, and the points.

import { book, language, say } from "./book.js";
import { load } from "./fragments.js";
import { fillItems, itemsOf, rubricOf, sumOf, toggled } from "./items.js";
import { openHistory } from "./history.js";
import { bind } from "./keys.js";
import { keysOf, watchPicking } from "./picking.js";
import { commentHere, undoPlace, watchPlaces } from "./places.js";

const student = document.querySelector("[data-student]").dataset.student;
const narrow = matchMedia("(max-width: 60rem)"); // then the panes are tabs
const choice = [...document.querySelectorAll(".pane-choice [data-pane]")];

function remembered() {
  try {
    const names = JSON.parse(localStorage.getItem("grader-panes"));
    return Array.isArray(names) && names.length ? names : null;
  } catch {
    return null;
  }
}
let shown = new Set(remembered() ?? choice.map((button) => button.dataset.pane));
let tab = localStorage.getItem("grader-tab") ?? "report";

function arrange() {
  const names = narrow.matches ? new Set([tab]) : shown;
  for (const button of choice) {
    const name = button.dataset.pane;
    const pane = document.querySelector(`#pane-${name}`);
    button.setAttribute("aria-pressed", String(names.has(name)));
    pane.hidden = !names.has(name);
    if (!pane.hidden) open(pane);
  }
}

async function open(pane) {
  if (pane.opened) return;
  pane.opened = true;
  const failed = pane.querySelector(".pane-failed");
  failed.hidden = true;
  pane.opened = await load(pane.querySelector(".pane-content"), pane.dataset.src);
  failed.hidden = pane.opened;
}

for (const button of choice) {
  button.addEventListener("click", () => {
    const name = button.dataset.pane;
    if (narrow.matches) {
      tab = name;
      localStorage.setItem("grader-tab", tab);
    } else {
      if (shown.has(name) && shown.size > 1) shown.delete(name);
      else shown.add(name);
      localStorage.setItem("grader-panes", JSON.stringify([...shown]));
    }
    arrange();
  });
}
for (const again of document.querySelectorAll("[data-reload]")) {
  again.addEventListener("click", () => open(again.closest(".pane")));
}
narrow.addEventListener("change", arrange);
watchPlaces(student, new URLSearchParams(location.search).get("blind") === "1");
arrange();

// The keys of a criterion's page; which criterion digits mean is chosen before.
const follow = (rel) => document.querySelector(`.along [rel=${rel}]`)?.click();
bind("j", "next", () => follow("next"));
bind("k", "previous", () => follow("prev"));
bind("b", "blind", () => document.querySelector(".along [data-blind]").click());
bind("z", "undo", () => undoPlace() || book.undo());
bind("m", "place", commentHere);
const showHistory = () => openHistory(student, "", new URLSearchParams(location.search).get("blind") === "1");
bind("i", "history", showHistory);
document.querySelector("#show-history").addEventListener("click", showHistory);

for (const award of document.querySelectorAll(".award")) {
  const criterion = award.dataset.criterion;
  const reason = award.querySelector("[data-reason]");
  const give = (points) => {
    const items = points === null ? [] : book.items(student, criterion);
    decide({ points, items });
  };
  const decide = (given) => {
    if (book.decide([{ student, criterion, reason: reason.value, ...given }])) delete reason.dataset.typed;
  };
  const chooseItem = (item) => {
    if (!book.by) return book.tell("no_name", () => chooseItem(item));
    const on = !book.items(student, criterion).some((one) => one.name === item.name);
    return decide(toggled(rubricOf(award.dataset), student, item, on));
  };
  award.addEventListener("give", (event) => give(event.detail));
  reason.addEventListener("input", () => (reason.dataset.typed = "yes"));
  award.addEventListener("click", (event) => {
    const button = event.target.closest("[data-give]");
    const item = event.target.closest("[data-item]")?.dataset.item;
    if (item) chooseItem(itemsOf(rubricOf(award.dataset)).find((one) => one.name === item));
    else if (button) give(button.dataset.give === "" ? null : Number(button.dataset.give));
  });
  reason.addEventListener("change", () => {
    const points = book.points(student, criterion);
    if (book.award(student, criterion)?.person) give(points);
  });
}

function wordOf(key) {
  const said = say(key);
  return (said.querySelector(`[lang=${language()}]`) ?? said).textContent;
}

function fill() {
  const grade = book.students[student];
  if (!grade) return;
  for (const award of document.querySelectorAll(".award")) {
    const criterion = award.dataset.criterion;
    const known = book.award(student, criterion);
    const points = book.points(student, criterion);
    award.querySelector("[data-points]").textContent = points ?? "–";
    for (const button of award.querySelectorAll("[data-give]")) {
      const given = button.dataset.give !== "" && Number(button.dataset.give) === points;
      if (button.dataset.give !== "") button.setAttribute("aria-pressed", String(given));
    }
    award.querySelector(".take-back").hidden = !known?.person;
    award.querySelector("[data-by]").textContent = known?.person ? known.by : "";
    award.querySelector("[data-stale]").hidden = !known?.stale;
    const reason = award.querySelector("[data-reason]");
    const waiting = book.waiting.get(`${student} ${criterion}`);
    // What somebody is writing is theirs, whoever else decides meanwhile.
    const theirs = reason.dataset.typed || document.activeElement === reason;
    if (!theirs && known) reason.value = waiting?.reason ?? known.note;
    const rubric = rubricOf(award.dataset);
    fillItems(award.querySelector("[data-items]"), rubric, student, keysOf(award));
    award.querySelector("[data-sum]").textContent = sumOf(rubric, student, wordOf);
  }
  for (const name of document.querySelectorAll("[data-state]")) {
    name.hidden = name.dataset.state !== grade.state;
  }
  document.querySelector("[data-total]").textContent = grade.total ?? "–";
}
watchPicking(fill);
book.addEventListener("change", fill);
