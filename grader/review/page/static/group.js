// Students whose work is alike: looked at one by one, and then decided upon together.

import { book, language, say } from "./book.js";
import { isComposing, keyName } from "./keys.js";
import { seen } from "./panes.js";

const dialog = document.querySelector("#groups");
const list = document.querySelector("#group-list");
const said = document.querySelector("#groups-said");
const bar = document.querySelector("#group");
const members = document.querySelector("#members");
let view = null;
let found = []; // groups of the student who was shown

// `reason` is what is said of all of them; undefined: each keeps their own.
export const group = { students: null, out: new Set(), title: null, reason: undefined };

export const hasLooked = (student) => {
  const evidence = book.students[student]?.evidence;
  return evidence !== undefined && seen.get(student) === evidence;
};
export const chosen = () => group.students.filter((one) => !group.out.has(one));

// Every group of the class, for this criterion.
export async function everyGroup() {
  const answer = await fetch(`/criterion/${encodeURIComponent(view.criterion)}/groups`);
  if (!answer.ok) throw new Error(String(answer.status));
  return answer.json();
}

// Lists the groups of one student, if there are any.
export async function openGroups(student) {
  found = [];
  list.replaceChildren();
  said.replaceChildren(say("loading"));
  dialog.showModal();
  dialog.focus();
  try {
    found = (await everyGroup()).filter((one) => one.students.includes(student));
    said.replaceChildren(...(found.length ? [] : [say("no_groups")]));
  } catch {
    said.replaceChildren(say("not_loaded"));
  }
  list.replaceChildren(
    ...found.map((one, index) => {
      const item = document.createElement("li");
      const button = document.createElement("button");
      const mark = document.createElement("kbd");
      mark.textContent = String(index + 1);
      button.type = "button";
      button.append(mark, ` ${one.title[language()]} (${one.students.length})`);
      button.addEventListener("click", () => enter(one));
      item.append(button);
      return item;
    }),
  );
}

// Whom a person has decided upon already is left out, until somebody puts them in.
function enter(one) {
  dialog.close();
  group.students = one.students.filter((student) => view.students.includes(student));
  group.title = one.title;
  group.reason = undefined;
  group.out = new Set(
    group.students.filter((student) => book.award(student, view.criterion)?.person),
  );
  view.changed();
}

export function leave() {
  group.students = null;
  group.reason = undefined;
  group.out.clear();
  view.changed();
}

export function takeOut(student) {
  if (!group.out.delete(student)) group.out.add(student);
  fillGroup(student);
}

export function fillGroup(current) {
  bar.hidden = !group.students;
  if (!group.students) return;
  bar.querySelector("#group-title").replaceChildren(say("group_of"), ` ${group.title[language()]}`);
  const focused = document.activeElement?.closest("#members")
    ? document.activeElement.dataset.student
    : null;
  members.replaceChildren(
    ...group.students.map((student) => {
      const item = document.createElement("li");
      const button = document.createElement("button");
      const out = group.out.has(student);
      button.type = "button";
      button.className = "dot";
      button.dataset.student = student;
      button.dataset.out = String(out);
      button.append(view.number(student), out ? " ×" : hasLooked(student) ? " ✓" : "");
      const words = out ? [say("out")] : hasLooked(student) ? [say("looked")] : [];
      const hidden = document.createElement("span");
      hidden.className = "visually-hidden";
      hidden.append(...words);
      button.append(hidden);
      if (student === current) button.setAttribute("aria-current", "true");
      item.append(button);
      return item;
    }),
  );
  if (focused) members.querySelector(`[data-student="${focused}"]`)?.focus();
}

// `context`: {criterion, students, number, go, changed}.
export function watchGroups(context) {
  view = context;
  members.addEventListener("click", (event) => {
    const button = event.target.closest("[data-student]");
    if (button) view.go(button.dataset.student);
  });
  dialog.addEventListener("keydown", (event) => {
    if (isComposing(event) || !/^[1-9]$/.test(keyName(event))) return;
    const one = found[Number(keyName(event)) - 1];
    if (one) enter(one);
  });
}
