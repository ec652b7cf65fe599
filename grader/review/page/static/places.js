// Comments at a place: a line of the program, a line or a figure of the report. A comment stands on
// the page once the server has stored it; what is being written is kept in this tab.

import { book, language, post, say } from "./book.js";
import { isComposing, isTyping, keyName } from "./keys.js";

const root = document.querySelector(".panes");
const STEPS = 200; // that can be undone
const history = []; // {before: comment, after: text, decisions: steps of the book before it}
let student = "";
let blind = false;
let comments = [];
let known = null; // version of the comments that are shown
let asked = null; // the question for them that is under way

const element = (name, className, ...content) => {
  const made = document.createElement(name);
  made.className = className;
  made.append(...content);
  return made;
};
const button = (name, run) => {
  const made = element("button", "small", say(name));
  made.type = "button";
  made.addEventListener("click", run);
  return made;
};
// Does what needs a name, once there is one.
const named = (run) => (book.by ? run() : book.tell("no_name", run));
const draftOf = (key) => `grader-place ${document.body.dataset.place} ${student} ${key}`;
const targetOf = (name) => name && root.querySelector(`[data-spot="${CSS.escape(name)}"]`);
const versionOf = (target) => target.closest("[data-version]").dataset.version;
const newKey = () => [...crypto.getRandomValues(new Uint8Array(8))].map((one) => one.toString(16).padStart(2, "0")).join("");

// Where something about a place goes: below its line, and of a drawn page below the page.
function beside(target) {
  const page = target.closest(".report-page");
  if (page) {
    const list = page.querySelector(".place-list") ?? element("div", "place-list");
    page.append(list);
    return (made) => list.append(made);
  }
  const line = target.closest(".row") ?? target;
  let last = line;
  while (last.nextElementSibling?.matches(".place-note, .place-editor, .carets")) last = last.nextElementSibling;
  return (made) => last.after(made);
}

// Above a pane stands what has no place on it.
function above(kind) {
  const pane = root.querySelector(kind === "line" ? ".program-pane" : ".report-pane");
  if (!pane) return null;
  const list = pane.querySelector(":scope > .place-list") ?? element("div", "place-list");
  pane.prepend(list);
  return (made) => list.append(made);
}

function note(comment, number) {
  const made = element("aside", "place-note");
  made.dataset.key = comment.key;
  const head = element("p", "quiet", element("strong", "", `${number}. `));
  head.append(comment.where[language()], ` · ${comment.by}`);
  made.append(head);
  if (comment.earlier) made.append(element("p", "warning", say(comment.at ? "place_moved" : "place_earlier")));
  if (comment.quote && (comment.earlier || !comment.at || comment.kind !== "line")) made.append(element("q", "", comment.quote));
  made.append(element("p", "place-text", comment.text));
  const change = [button("edit", () => edit(comment)), " ", button("place_remove", () => named(() => store(comment, "")))];
  made.append(element("p", "", ...(comment.whole ? change : [say("place_masked")])));
  return made;
}

// The box of a line or figure on its page, also while its pane is hidden.
function boxOf(target) {
  const rects = target.matches("rect") ? [target] : [...target.querySelectorAll("rect")];
  const all = rects.map((one) => ["x", "y", "width", "height"].map((name) => Number(one.getAttribute(name))));
  const [x, y] = [Math.min(...all.map((one) => one[0])), Math.min(...all.map((one) => one[1]))];
  const [right, bottom] = [Math.max(...all.map((one) => one[0] + one[2])), Math.max(...all.map((one) => one[1] + one[3]))];
  return { x, y, width: right - x, height: bottom - y };
}

function badge(target, number) {
  const leaf = target.closest("svg");
  if (!leaf) return;
  const { x, y, width, height } = boxOf(target);
  const made = document.createElementNS("http://www.w3.org/2000/svg", "g");
  made.setAttribute("class", "place-badge");
  made.innerHTML = '<rect rx="3"/><circle r="8"/><text text-anchor="middle" dominant-baseline="central"></text>';
  const [line, circle, text] = made.children;
  for (const [name, value] of Object.entries({ x: x - 2, y: y - 1, width: width + 4, height: height + 2 })) {
    line.setAttribute(name, value);
  }
  const right = Math.min(x + width + 12, leaf.viewBox.baseVal.width - 9);
  for (const [one, across, down] of [[circle, "cx", "cy"], [text, "x", "y"]]) {
    one.setAttribute(across, right);
    one.setAttribute(down, y + Math.min(height, 16) / 2);
  }
  text.textContent = number;
  leaf.append(made);
}

function show() {
  for (const old of root.querySelectorAll(".place-note, .place-badge")) old.remove();
  for (const one of root.querySelectorAll(".commented")) one.classList.remove("commented");
  comments.forEach((comment, index) => {
    const target = targetOf(comment.at);
    const put = target ? beside(target) : above(comment.kind);
    if (!put) return;
    put(note(comment, index + 1));
    if (target) badge(target, index + 1);
    target?.closest(".row, p, h3, figure, .place, g").classList.add("commented");
  });
  for (const list of root.querySelectorAll(".place-list:empty")) list.remove();
}

async function fetchComments() {
  const mine = (asked = Symbol("places"));
  const shown = root.querySelector(".report-pane")?.dataset.version ?? "";
  const query = new URLSearchParams({ blind: Number(blind), shown });
  const version = book.students[student]?.places;
  const answer = await fetch(`/student/${student}/places?${query}`).catch(() => null);
  if (mine !== asked || !answer?.ok) return;
  const found = await answer.json();
  if (mine !== asked) return;
  comments = found;
  known = version;
  show();
}

// Asks for the comments again when somebody wrote or removed one.
function look() {
  const version = book.students[student]?.places;
  if (version !== undefined && version !== known) fetchComments();
}

// Stores a comment in place of the text that it had; gives what went wrong, or nothing.
async function send(comment, text, place) {
  const { key, text: basis } = comment;
  const sent = { by: book.by, key, text, basis, place, stamp: book.stamp };
  const answer = await post(`/student/${student}/place`, sent);
  book.take(answer.body ?? {});
  if (!answer.ok) return answer;
  sessionStorage.removeItem(draftOf(key));
  await fetchComments();
  book.undone = false;
  book.tell("saved");
  return null;
}

// Stores a change that can be undone.
async function store(comment, text, place = null) {
  const wrong = await send(comment, text, place);
  if (!wrong) {
    history.push({ comment: { ...comment, place }, after: text, decisions: book.history.length });
    history.splice(0, history.length - STEPS);
  } else if (!root.querySelector(`.place-editor[data-key="${comment.key}"]`)) {
    // Whoever removed it sees what stands there now, and why it stays.
    await fetchComments();
    const stays = root.querySelector(`.place-note[data-key="${comment.key}"]`);
    stays?.append(element("p", "warning", ...reasons(wrong)));
  }
  return wrong;
}

function reasons(wrong) {
  const { theirs, error } = wrong.body ?? {};
  if (!theirs) return [error?.[language()] ?? say("place_not_saved")];
  return [say("place_theirs"), ` ${theirs.by}: `, theirs.text ? element("q", "", theirs.text) : say("place_removed")];
}

// Takes the last step back where it was a comment: whether it was.
export function undoPlace() {
  const last = history.at(-1);
  if (!last || book.history.length > last.decisions) return false;
  history.pop();
  const { comment, after } = last;
  send({ key: comment.key, text: after }, comment.text, null).then((wrong) => {
    if (wrong) root.querySelector(`.place-note[data-key="${comment.key}"]`)?.append(element("p", "warning", ...reasons(wrong)));
    else book.undone = true;
    if (!wrong) book.tell("saved");
  });
  return true;
}

const close = (editor) => {
  const { goal } = editor;
  sessionStorage.removeItem(draftOf(editor.dataset.key));
  editor.remove();
  goal?.focus({ preventScroll: true });
};

function write(comment, target, place, put) {
  const opened = root.querySelector(`.place-editor[data-key="${comment.key}"]`);
  if (opened) return opened.querySelector("textarea").focus();
  for (const other of root.querySelectorAll(".place-editor")) if (!other.dataset.typed) other.remove();
  const editor = element("form", "place-editor");
  editor.dataset.key = comment.key;
  editor.goal = target;
  const id = `place-${comment.key}`;
  const label = element("label", "", say("place_write"));
  const area = element("textarea", "");
  [label.htmlFor, area.id, area.rows, area.maxLength] = [id, id, 3, 10000];
  const draft = sessionStorage.getItem(draftOf(comment.key));
  area.value = draft === null ? comment.text : JSON.parse(draft).text;
  if (draft !== null) editor.dataset.typed = "yes";
  const said = element("p", "warning");
  said.setAttribute("role", "status");
  const save = element("button", "", say("place_save"));
  const cancel = button("place_cancel", () => close(editor));
  editor.append(label, area, said, element("p", "dialog-ends", save, cancel));
  area.addEventListener("input", () => {
    editor.dataset.typed = "yes";
    keepDraft(comment, place, area.value);
  });
  area.addEventListener("keydown", (event) => {
    if (isComposing(event)) return;
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) editor.requestSubmit();
    else if (event.key === "Escape") close(editor);
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  editor.addEventListener("submit", async (event) => {
    event.preventDefault();
    const text = area.value.trim();
    if (editor.inert) return;
    if (!book.by) {
      named(() => editor.requestSubmit());
      return;
    }
    if (!text && !comment.text) {
      close(editor);
      return;
    }
    editor.inert = true; // a second press stores nothing twice
    said.replaceChildren(say("saving"));
    const wrong = await store(comment, text, place);
    editor.inert = false;
    if (!wrong) {
      close(editor);
      return;
    }
    said.replaceChildren(...reasons(wrong));
    // A second press replaces what is shown.
    if (wrong.body?.theirs) comment = { ...comment, text: wrong.body.theirs.text };
  });
  put(editor);
  area.focus();
  editor.scrollIntoView({ block: "nearest" });
}

function keepDraft(comment, place, text) {
  try {
    sessionStorage.setItem(draftOf(comment.key), JSON.stringify({ text, place, basis: comment.text }));
  } catch {
    // No room, or not allowed: the page still asks before it is left.
  }
}

function edit(comment) {
  const target = targetOf(comment.at);
  const shown = root.querySelector(`.place-note[data-key="${comment.key}"]`);
  write(comment, target, null, (made) => shown.after(made));
}

function begin(target) {
  const [kind, ...numbers] = target.dataset.spot.split(" ");
  const place = { kind, version: versionOf(target), at: Number(numbers.at(-1)) };
  if (kind === "line") place.file = Number(numbers[0]);
  write({ key: newKey(), text: "" }, target, place, beside(target));
}

// What was being written when the page was left goes on where it was.
function recall() {
  const prefix = draftOf("");
  for (const name of Object.keys(sessionStorage).filter((one) => one.startsWith(prefix))) {
    const key = name.slice(prefix.length);
    const { place, basis } = JSON.parse(sessionStorage.getItem(name));
    const comment = comments.find((one) => one.key === key);
    if (root.querySelector(`.place-editor[data-key="${key}"]`)) continue;
    if (comment) edit({ ...comment, text: basis });
    if (comment || !place) continue;
    const file = place.kind === "line" ? `${place.file} ` : "";
    const target = targetOf(`${place.kind} ${file}${place.at}`);
    if (target && versionOf(target) === place.version) write({ key, text: "" }, target, place, beside(target));
  }
}

// Makes what a pane shows something that can be chosen, by keys and by a click.
function attach(pane) {
  for (const target of pane.querySelectorAll("[data-spot]")) {
    target.tabIndex = -1;
    if (!target.matches("g, p, h3, figure")) target.setAttribute("role", "button");
  }
  if (pane.querySelector("[data-spot]")) fetchComments().then(recall);
}

const near = (x, y) => document.elementsFromPoint(x, y).map((one) => one.closest("[data-spot]")).find(Boolean);

function clicked(event) {
  if (event.target.closest("a, button, form, .place-note, summary, input")) return;
  if (!getSelection().isCollapsed) return; // somebody copies a text
  const row = event.target.closest(".row")?.querySelector("[data-spot]");
  const target = row ?? near(event.clientX, event.clientY);
  if (target && root.contains(target)) begin(target);
}

// Goes to the line before or after; from outside of them to the first that is seen.
function move(target, by) {
  const lines = [...target.closest(".pane").querySelectorAll("[data-spot]")];
  const next = lines[lines.indexOf(target) + by];
  if (!next) return;
  next.focus({ preventScroll: true });
  next.scrollIntoView({ block: "nearest" });
}

function pressed(event) {
  if (isComposing(event) || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
  const target = event.target.closest("[data-spot]");
  if (!target || event.target !== target) return;
  const key = keyName(event);
  const by = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 }[key];
  if (by) move(target, by);
  else if (key === "Enter" && !event.repeat) begin(target);
  else return;
  event.preventDefault();
}

// The key of a comment: at the line that has the focus; without one, the first line that is seen.
export function commentHere() {
  const focused = document.activeElement?.closest("[data-spot]");
  if (focused) {
    begin(focused);
    return;
  }
  const own = document.activeElement?.closest(".pane");
  const panes = own ? [own] : [root.querySelector("#pane-program:not([hidden])"), ...root.querySelectorAll(".pane:not([hidden])")];
  const lines = panes.filter(Boolean).flatMap((pane) => [...pane.querySelectorAll("[data-spot]")]);
  const seen = lines.find((line) => {
    const { top } = line.getBoundingClientRect();
    return top >= Math.max(0, line.closest(".pane").getBoundingClientRect().top);
  });
  const first = seen ?? lines[0];
  first?.focus({ preventScroll: true });
  first?.scrollIntoView({ block: "nearest" });
}

export function watchPlaces(one, isBlind) {
  [student, blind] = [one, isBlind];
  for (const pane of root.querySelectorAll(".pane-content")) pane.addEventListener("filled", () => attach(pane));
  root.addEventListener("click", clicked);
  root.addEventListener("keydown", pressed);
  book.addEventListener("change", look);
  for (const choice of document.querySelectorAll('[name="language"]')) choice.addEventListener("change", show);
  addEventListener("beforeunload", (event) => {
    if (root.querySelector(".place-editor[data-typed]")) event.preventDefault();
  });
}
