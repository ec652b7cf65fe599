// A filter over the students of one criterion. Whom it keeps are gone through by the same keys as all.

import { book, keyOf, say } from "./book.js";
import { fold } from "./fold.js";
import { everyGroup } from "./group.js";

const form = document.querySelector("#sift");
const shown = document.querySelector("#sifted");
const button = document.querySelector('[data-do="filter"]');
const { state, points, by, group, text } = form.elements;
let view = null;
let place = ""; // in the session's storage
let groups = null; // of the whole class, once somebody looked for them
let before = new Set(); // whom the filter kept at the last look

const isOpen = (student) => book.points(student, view.criterion) === null;

// Who decided: a name, "grader" for the checks, "" for nobody.
function decider(student) {
  const pending = book.pending(student, view.criterion);
  if (pending) return pending.points === null ? "" : pending.by;
  return book.award(student, view.criterion)?.by ?? "";
}

const inState = {
  open: isOpen,
  decided: (student) => !isOpen(student),
  grader: (student) => decider(student) === "grader",
  person: (student) => !["", "grader"].includes(decider(student)),
  stale: (student) => !book.pending(student, view.criterion) && book.award(student, view.criterion)?.stale,
};

// Everything that is asked for, as tests of one student.
function tests() {
  const asked = [];
  if (state.value) asked.push(inState[state.value]);
  if (points.value) asked.push((student) => String(book.points(student, view.criterion)) === points.value);
  if (by.value) asked.push((student) => decider(student) === by.value);
  const chosen = group?.value && groups?.find((one) => one.name === group.value);
  if (chosen) asked.push((student) => chosen.students.includes(student));
  const terms = fold(text.value).split(/\s+/).filter(Boolean);
  if (terms.length && view.names()) {
    asked.push((student) => {
      const { id, name } = view.names()[student] ?? { id: "", name: "" };
      const whole = fold(`${id}\n${name}\n${name.replace(/\s/g, "")}`);
      return terms.every((term) => whole.includes(term));
    });
  }
  return asked;
}

// Whom the filter keeps, in the page's order; null: there is none. Who was decided upon here since it
// was set stays, to go back to.
export function kept() {
  const asked = tests();
  if (!asked.length) return null;
  const mine = (student) => {
    const key = keyOf({ student, criterion: view.criterion });
    return book.waiting.has(key) || book.mine.has(key);
  };
  const now = view.students.filter(
    (student) => asked.every((test) => test(student)) || (before.has(student) && mine(student)),
  );
  before = new Set(now);
  return now;
}

function option(value, words) {
  const one = document.createElement("option");
  one.value = value;
  one.textContent = words;
  return one;
}

// Offers what there is in the class, in the language that is shown; what is chosen stays.
function offer(field, choices) {
  const chosen = field.value;
  const wanted = [["", view.text("sift_all")], ...choices];
  if (chosen && !choices.some(([value]) => value === chosen)) wanted.push([chosen, chosen]);
  const is = [...field.options].map((one) => `${one.value}\n${one.textContent}`).join("\n");
  if (is === wanted.map(([value, words]) => `${value}\n${words}`).join("\n")) return;
  field.replaceChildren(...wanted.map(([value, words]) => option(value, words)));
  field.value = chosen;
}

export function fillSift() {
  const found = kept();
  const { students, criterion } = view;
  offer(state, [
    ["open", view.text("state_open")],
    ["decided", view.text("sift_decided")],
    ["grader", view.text("state_grader")],
    ["person", view.text("state_person")],
    ["stale", view.text("state_stale")],
  ]);
  const given = [...new Set(students.map((one) => book.points(one, criterion)))];
  const numbers = given.filter((one) => one !== null).sort((one, other) => one - other);
  offer(points, numbers.map((one) => [String(one), String(one)]));
  const people = [...new Set(students.map(decider))].filter((one) => one && one !== "grader").sort();
  offer(by, [["grader", view.text("state_grader")], ...people.map((one) => [one, one])]);
  if (group) {
    const titled = (one) => `${one.title[view.language()]} (${one.students.length})`;
    offer(group, (groups ?? []).map((one) => [one.name, titled(one)]));
  }
  text.closest("label").hidden = !view.names();
  button.setAttribute("aria-pressed", String(found !== null));
  button.querySelector(".count").textContent = found ? ` ${found.length} / ${students.length}` : "";
  shown.replaceChildren(say("sifted"), ` ${(found ?? students).length} / ${students.length}`);
  return found;
}

// Opens the filter, or closes what is open; what is chosen goes on to hold.
export function toggleSift() {
  form.hidden = !form.hidden;
  button.setAttribute("aria-expanded", String(!form.hidden));
  if (form.hidden) return;
  state.focus();
  if (group && !groups) {
    everyGroup().then(
      (found) => {
        groups = found.map((one) => ({ ...one, name: `${one.kind} ${one.name}` }));
        fillSift();
      },
      () => {}, // it is asked for again when the filter is opened anew
    );
  }
}

function changed() {
  before.clear();
  const now = [state, points, by].map((one) => one.value);
  sessionStorage.setItem(place, JSON.stringify(now));
  view.changed();
}

// `context`: {criterion, students, names, text, language, changed, first}.
export function watchSift(context) {
  view = context;
  place = `grader-sift ${view.criterion}`;
  const remembered = JSON.parse(sessionStorage.getItem(place) ?? "[]");
  [state, points, by].forEach((field, index) => {
    const value = remembered[index];
    if (!value) return;
    field.replaceChildren(option(value, value));
    field.value = value;
  });
  form.addEventListener("input", changed);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    document.activeElement.blur();
    view.first();
  });
  form.querySelector("#sift-clear").addEventListener("click", () => {
    for (const field of [state, points, by, group, text]) if (field) field.value = "";
    changed();
  });
}
