// One criterion over the class. What is decided is kept by student and criterion in the book; here is
// only who is shown.

import { book, keyOf, language, post, say } from "./book.js";
import { openComments, watchComments } from "./comments.js";
import { watchConflicts } from "./conflict.js";
import { chosen, fillGroup, group, hasLooked, leave, openGroups, takeOut, watchGroups } from "./group.js";
import { ITEM_KEYS, fillItems, itemsOf, rubricOf, sumOf, toggled } from "./items.js";
import { openHistory } from "./history.js";
import { bind, isComposing } from "./keys.js";
import { Panes, seen } from "./panes.js";
import { fillSift, kept, toggleSift, watchSift } from "./sift.js";
import "./progress.js";

const page = document.querySelector("#marking");
const { criterion } = page.dataset;
const most = Number(page.dataset.points);
const rubric = rubricOf(page.dataset);
const items = document.querySelector("#items");
const dots = new Map([...document.querySelectorAll("#strip .dot")].map((one) => [one.dataset.student, one]));
const order = [...dots.keys()];
const panes = new Panes(document.querySelector("#panes"), page.dataset.chapter);
const told = document.querySelector("#told");
const alerted = document.querySelector("#alert");
const exact = document.querySelector("#exact");
const numbered = document.querySelector("#number");
const half = document.querySelector('[data-do="half"]');
const BLIND = "grader-blind";
const MOVE_ON = "grader-move-on";
const moveOn = document.querySelector("#move-on");
const DRAFTS = `grader-drafts ${criterion}`;
const drafts = new Map(JSON.parse(sessionStorage.getItem(DRAFTS) ?? "[]")); // reasons without points
let current = page.dataset.first;
let names = null; // who is who, while they are to be seen
let armed = false; // the next digit gets a half more
let begun = false; // the class is known
const part = new URLSearchParams(location.search).get("part"); // only one person's works

const number = (student) => String(order.indexOf(student) + 1);
const place = (student) => keyOf({ student, criterion });
const isOpen = (student) => book.points(student, criterion) === null;

// Words of the page in the language that is shown, for names of buttons.
function text(key) {
  const said = say(key);
  return (said.querySelector(`[lang=${language()}]`) ?? said).textContent;
}

function nameOf(student) {
  const who = names?.[student];
  return `${text("student")} ${number(student)}${who ? ` ${who.id} ${who.name}` : ""}`;
}

function warn(key, more = "") {
  alerted.replaceChildren(...(key ? [say(key), more] : []));
}

// ---- What is shown

function stateOf(student) {
  const award = book.award(student, criterion);
  if (book.conflicts.has(place(student))) return "conflict";
  if (book.refused.has(place(student))) return "refused";
  if (book.waiting.has(place(student))) return "saving";
  if (!award || award.points === null) return "open";
  if (award.stale) return "stale";
  if (book.mine.get(place(student)) === award.basis) return "mine";
  return award.person ? "person" : "grader";
}

function written(points) {
  return points === null ? "–" : String(points);
}

function fillStrip() {
  const found = new Set(fillSift() ?? order);
  for (const [student, dot] of dots) {
    dot.hidden = student !== current && !found.has(student);
    const state = stateOf(student);
    const points = written(book.points(student, criterion));
    const label = `${nameOf(student)}: ${text(`state_${state}`)}, ${points}`;
    if (dot.title !== label) {
      dot.title = label;
      dot.setAttribute("aria-label", label);
      dot.dataset.state = state;
    }
    if (student === current) dot.setAttribute("aria-current", "true");
    else dot.removeAttribute("aria-current");
  }
}

function fillNow() {
  const award = book.award(current, criterion);
  const points = book.points(current, criterion);
  const pending = book.pending(current, criterion);
  const by = pending?.by ?? award?.by ?? "";
  const reason = reasonOf(current);
  const isDraft = group.reason !== undefined || drafts.has(current);
  const sum = sumOf(rubric, current, text);
  const parts = [`${written(points)} / ${most}`, " · ", say(`state_${stateOf(current)}`)];
  if (points !== null && by && by !== "grader") parts.push(" · ", say("by"), ` ${by}`);
  if (award?.stale && !pending) parts.push(" · ", say("stale"));
  if (sum) parts.push(document.createElement("br"), sum);
  if (reason) {
    const quote = document.createElement("q");
    quote.textContent = reason;
    parts.push(document.createElement("br"), say(isDraft ? "draft" : "reason"), " ", quote);
  }
  document.querySelector("#now").replaceChildren(...parts);
  fillItems(items, rubric, current, ITEM_KEYS);
  document.querySelector("#who").textContent = `${nameOf(current)} (${number(current)} / ${order.length})`;
  const link = document.querySelector("#open-student");
  link.hidden = !names;
  if (names) link.href = `/student/${current}`;
  else link.removeAttribute("href");
  for (const button of document.querySelectorAll(".give")) {
    const value = Number(button.dataset.points) + (armed ? 0.5 : 0);
    button.setAttribute("aria-pressed", String(value === points));
  }
}

function fill() {
  if (!current) return;
  fillStrip();
  fillNow();
  fillGroup(current);
  panes.show(current); // anew where the evidence has changed
}

function go(student) {
  if (!student) return;
  current = student;
  arm(false);
  exact.value = "";
  warn("");
  history.replaceState(null, "", part ? `?part=${part}&at=${student}` : `?at=${student}`);
  fill();
  dots.get(student).scrollIntoView({ block: "nearest", inline: "nearest" });
  told.textContent = `${nameOf(student)}: ${text(`state_${stateOf(student)}`)}`;
  panes.ahead([neighbour(1), undecided(), neighbour(2)].filter(Boolean).slice(0, 3));
}

// ---- Moving

const row = () => group.students ?? kept() ?? order;

// Who comes after the one who is shown, and then who comes before, as far as the filter keeps them.
function around() {
  const here = row().indexOf(current);
  if (here >= 0) return { after: row().slice(here + 1), before: row().slice(0, here) };
  const at = order.indexOf(current);
  const isAfter = (one) => order.indexOf(one) > at;
  return { after: row().filter(isAfter), before: row().filter((one) => !isAfter(one)) };
}

function neighbour(by) {
  const { after, before } = around();
  return by > 0 ? after[by - 1] : before.at(by);
}

function step(by) {
  const next = neighbour(by);
  if (next) go(next);
  else warn("no_more");
}

// The next whom nobody has decided upon, around the class: also one whom somebody else looks at.
function undecided() {
  const { after, before } = around();
  return [...after, ...before].find(isOpen);
}

function goUndecided() {
  const next = undecided();
  if (next) go(next);
  else warn(order.some((one) => one !== current && isOpen(one)) ? "nobody_sifted" : "nobody_left");
}

// Whom the filter keeps first, unless it keeps the one who is shown.
function goFirst() {
  const { after, before } = around();
  if (row().includes(current)) return;
  const first = [...before, ...after][0];
  if (first) go(first);
  else warn("nobody_sifted");
}

function goNumber() {
  const student = order[numbered.valueAsNumber - 1];
  if (!student) return warn("no_such_number", ` ${order.length}`);
  numbered.value = "";
  numbered.blur();
  return go(student);
}

// ---- Deciding

function decision(student, points, reason) {
  const items = points === null ? [] : book.items(student, criterion);
  return { student, criterion, points, reason, items, evidence: seen.get(student) };
}

function reasonOf(student) {
  return group.reason ?? drafts.get(student) ?? book.reason(student, criterion);
}

function setDraft(student, reason) {
  if (reason) drafts.set(student, reason);
  else drafts.delete(student);
  sessionStorage.setItem(DRAFTS, JSON.stringify([...drafts]));
}

function give(points) {
  arm(false);
  if (points !== null && !(points >= 0 && points <= most)) {
    warn("too_many", ` ${most}`);
    return;
  }
  if (!book.by) book.tell("no_name", () => give(points));
  else if (group.students) decideForGroup(points);
  else if (decideFor([current], points) && moveOn.checked && points !== null) step(1);
}

function decideFor(students, points, reason) {
  const decisions = students.map((one) => decision(one, points, reason ?? reasonOf(one)));
  if (!book.decide(decisions)) return false;
  for (const one of students) setDraft(one, "");
  warn("");
  told.textContent = `${students.map(nameOf).join(", ")}: ${written(points)} / ${most}`;
  return true;
}

// Chooses a rubric item, or leaves it out again; in a group for everybody who is left in.
function chooseItem(item) {
  arm(false);
  if (!item || !current) return;
  if (!book.by) {
    book.tell("no_name", () => chooseItem(item));
    return;
  }
  const has = (one) => book.items(one, criterion).some((each) => each.name === item.name);
  const missing = group.students && chosen().find((one) => !hasLooked(one));
  if (missing) {
    go(missing);
    warn("look_first");
    return;
  }
  const on = !has(current);
  const students = (group.students ? chosen() : [current]).filter((one) => has(one) !== on);
  const reasons = new Map(students.map((one) => [one, reasonOf(one)]));
  const decisions = students.map((one) => ({
    ...decision(one, null, reasons.get(one)),
    ...toggled(rubric, one, item, on),
  }));
  if (!students.length || !book.decide(decisions)) return;
  // What was written is kept for the next points where none are left.
  for (const one of decisions) setDraft(one.student, one.points === null ? reasons.get(one.student) : "");
  warn("");
  const { points } = decisions.find((one) => one.student === current) ?? decisions[0];
  told.textContent = `${students.map(nameOf).join(", ")}: ${written(points)} / ${most}`;
  fill();
}

// One decision for everybody who is left in, once each of them was on the screen.
function decideForGroup(points) {
  const missing = chosen().find((one) => !hasLooked(one));
  if (missing) {
    go(missing);
    warn("look_first");
  } else if (chosen().length) {
    if (decideFor(chosen(), points, group.reason)) leave();
  }
}

function setReason(student, reason) {
  const points = book.points(student, criterion);
  const said = reason.trim();
  if (said === reasonOf(student)) return;
  if (!book.by && points !== null && !group.students) {
    book.tell("no_name", () => setReason(student, reason));
    return;
  }
  if (group.students) group.reason = said;
  else if (points === null || !book.decide([decision(student, points, said)])) setDraft(student, said);
  else setDraft(student, "");
  fill();
}

function arm(on) {
  if (!half) return;
  armed = on;
  half.setAttribute("aria-pressed", String(on));
  fillNow();
}

function undo() {
  const before = book.undo();
  if (!before) {
    if (book.by) warn("nothing_to_undo");
    return;
  }
  const here = before.filter((one) => one.criterion === criterion && dots.has(one.student));
  if (here.length && !here.some((one) => one.student === current)) go(here[0].student);
  told.textContent = `${text("undone")}: ${before.map((one) => nameOf(one.student)).join(", ")}`;
}

// ---- Who is who

async function setBlind(blind) {
  names = null;
  if (!blind) {
    try {
      const answer = await fetch(`/criterion/${encodeURIComponent(criterion)}/names`);
      if (answer.ok) names = await answer.json();
    } catch {
      // The page says that the grader does not answer.
    }
  }
  sessionStorage.setItem(BLIND, names ? "no" : "yes");
  document.querySelector('[data-do="blind"]').setAttribute("aria-pressed", String(!names));
  panes.setBlind(!names);
  if (begun) fill();
}

// ---- Done

// Who gave points upon the evidence as it is has reviewed it, on whatever day.
function hasDecided(student) {
  const awards = Object.values(book.students[student].awards);
  return awards.some((award) => award.person && award.by === book.by && !award.stale);
}

async function confirmSeen() {
  if (book.waiting.size || book.conflicts.size) return warn("unsaved_first");
  if (!book.by) return book.tell("no_name", confirmSeen);
  const students = Object.keys(book.students).filter((one) => hasLooked(one) || hasDecided(one));
  if (!students.length) return warn("nothing_seen");
  const answer = await post("/confirm", { by: book.by, students, stamp: book.stamp });
  if (!answer.ok) return warn("not_saved", ` ${answer.body?.error?.[language()] ?? ""}`);
  book.take(answer.body);
  const dialog = document.querySelector("#confirmed");
  dialog.querySelector("#confirmed-count").textContent = answer.body.confirmed;
  dialog.querySelector("#reviewed-count").textContent = students.length;
  const left = answer.body.left.filter((one) => one.why !== "already");
  dialog.querySelector("#confirmed-left").replaceChildren(
    ...left.map(({ student, why }) => {
      const item = document.createElement("li");
      const button = document.createElement("button");
      button.type = "button";
      button.className = "small";
      button.textContent = nameOf(student);
      button.addEventListener("click", () => {
        dialog.close();
        if (dots.has(student)) go(student);
      });
      item.append(button, " ", say(`left_${why.replaceAll("-", "_")}`));
      return item;
    }),
  );
  return dialog.showModal();
}

// ---- Keys and buttons

const actions = {
  next: () => step(1),
  previous: () => step(-1),
  undecided: goUndecided,
  half: () => half && arm(!armed),
  exact: () => exact.focus(),
  filter: toggleSift,
  number: () => numbered.focus(),
  comment: () => current && openComments(current),
  group: () => current && openGroups(current),
  history: () => current && openHistory(current, criterion, !names),
  blind: () => setBlind(Boolean(names)),
  undo,
  take_back: () => give(null),
  take_out: () => group.students && takeOut(current),
  leave: () => group.students && leave(),
  confirm: confirmSeen,
};

bind(ITEM_KEYS, "items", (key) => chooseItem(itemsOf(rubric)[ITEM_KEYS.indexOf(key)]), { label: "q w e r t …" });
bind("0123456789", "points", (key) => give(Number(key) + (armed ? 0.5 : 0)), { label: "0 – 9" });
if (half) bind("h", "half", actions.half);
bind("n", "exact", actions.exact);
bind("j", "next", actions.next, { repeat: true });
bind("k", "previous", actions.previous, { repeat: true });
bind("u", "undecided", actions.undecided);
if (document.querySelector('[data-do="group"]')) bind("g", "group", actions.group);
bind("x", "take_out", actions.take_out);
bind("f", "filter", actions.filter);
bind("m", "number", actions.number);
bind("c", "comment", actions.comment);
bind("i", "history", actions.history);
bind("b", "blind", actions.blind);
bind("z", "undo", actions.undo);
bind(["Backspace"], "take_back", actions.take_back);
bind(["Escape"], "leave", actions.leave);

page.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (!button) return;
  const { do: name, points, student, toggle, item } = button.dataset;
  if (item) chooseItem(itemsOf(rubric).find((one) => one.name === item));
  else if (name) actions[name]();
  else if (points) give(Number(points) + (armed ? 0.5 : 0));
  else if (student && dots.get(student) === button) go(student);
  else if (toggle) button.setAttribute("aria-pressed", String(panes.toggle(toggle)));
});
moveOn.checked = localStorage.getItem(MOVE_ON) === "yes";
moveOn.addEventListener("change", () => localStorage.setItem(MOVE_ON, moveOn.checked ? "yes" : "no"));
exact.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || isComposing(event) || !exact.value) return;
  event.preventDefault();
  give(exact.valueAsNumber);
  exact.value = "";
  exact.blur();
});

numbered.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || isComposing(event) || !numbered.value) return;
  event.preventDefault();
  goNumber();
});

const view = {
  criterion,
  students: order,
  nameOf,
  number,
  go,
  reason: reasonOf,
  setReason,
  changed: fill,
};
watchConflicts(nameOf);
watchComments(view);
watchGroups(view);
watchSift({ criterion, students: order, names: () => names, text, language, changed: fill, first: goFirst });
panes.addEventListener("seen", () => fillGroup(current));
for (const choice of document.querySelectorAll('[name="language"]')) {
  choice.addEventListener("change", fill);
}
for (const link of document.querySelectorAll(".bar-top a")) {
  if (link.pathname === location.pathname) link.setAttribute("aria-current", "page");
}

book.addEventListener("change", () => {
  if (begun) fill();
  else {
    begun = true;
    go(current);
    // Space, Page Down and arrows scroll what is read, and not the page around it.
    if (document.activeElement === document.body) {
      document.querySelector(".pane:not([hidden])")?.focus({ preventScroll: true });
    }
  }
});
if (sessionStorage.getItem(BLIND) === "no") setBlind(false);
