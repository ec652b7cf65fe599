// Why the points are what they are: free text, and phrases that are used again and again.

import { book, language, post, say } from "./book.js";
import { signed } from "./items.js";
import { isComposing, isTyping, keyName } from "./keys.js";

const dialog = document.querySelector("#comment");
const list = document.querySelector("#phrases");
const reason = document.querySelector("#reason");
const form = document.querySelector("#phrase-form");
const reach = document.querySelector("#phrase-reach");
const told = document.querySelector("#to-student");
const toldSaid = document.querySelector("#to-student-said");
let view = null;
let student = "";
let edited = null; // the phrase in the form; null = a new one
let reached = []; // decisions that its text stands in, as they were shown
let changes = []; // what a changed rubric item makes of decisions, as the server counted
let asked = null; // the question for them that is under way
let typed = ""; // what a new phrase was made of
let toldBefore = "";
let composing = false;

const all = () => book.phrases.filter((one) => one.criterion === view.criterion);
const offered = () => all().filter((one) => one.points === null); // by digits, into the reason

function element(name, ...content) {
  const made = document.createElement(name);
  made.append(...content);
  return made;
}

function fillList() {
  const picks = offered();
  const items = all().map((phrase) => {
    const index = picks.indexOf(phrase);
    const mark = index >= 0 && index < 9 ? element("kbd", String(index + 1)) : "";
    const pick = element(index < 0 ? "span" : "button", mark, ` ${phrase.reason}`);
    if (index < 0) pick.prepend(element("strong", signed(phrase.points)));
    else {
      pick.type = "button";
      pick.dataset.pick = phrase.name;
      pick.setAttribute("aria-pressed", String(reason.value.includes(phrase.reason)));
    }
    const edit = element("button", say("edit"));
    edit.type = "button";
    edit.className = "small";
    edit.dataset.edit = phrase.name;
    return element("li", pick, " ", edit);
  });
  const focused = document.activeElement?.dataset.pick;
  list.replaceChildren(...items);
  if (focused) list.querySelector(`[data-pick="${CSS.escape(focused)}"]`)?.focus();
}

// Digits pick phrases where there are some; where there are none, the reason is written at once.
function focusPhrases() {
  (offered().length ? list : reason).focus();
}

// Puts a phrase into the reason, or takes it out again.
function pick(phrase) {
  const text = reason.value;
  reason.value = text.includes(phrase.reason)
    ? text.replace(phrase.reason, "").replace(/\s+/g, " ").trim()
    : [text.trim(), phrase.reason].filter(Boolean).join(" ");
  fillList();
}

function showForm(phrase) {
  edited = phrase;
  typed = reason.value.trim();
  form.ja.value = phrase?.text.ja ?? (language() === "ja" ? reason.value : "");
  form.en.value = phrase?.text.en ?? (language() === "en" ? reason.value : "");
  form.points.value = phrase?.points ?? "";
  for (const field of [form.ja, form.en, form.points]) field.readOnly = Boolean(phrase?.fixed);
  document.querySelector("#phrase-save").hidden = Boolean(phrase?.fixed);
  document.querySelector("#phrase-fixed").hidden = !phrase?.fixed;
  reached = phrase && phrase.points === null ? whomItReaches(phrase.reason) : [];
  fillReach();
  form.hidden = false;
  form[language()].focus();
}

function whomItReaches(text) {
  return view.students.flatMap((one) => {
    const award = book.award(one, view.criterion);
    if (!award?.person || !award.note.includes(text)) return [];
    const { points, note, items, basis, seen: evidence } = award;
    return [{ student: one, criterion: view.criterion, points, reason: note, items, basis, evidence }];
  });
}

const isItem = () => form.points.value.trim() !== "";
const sentPhrase = () => ({
  criterion: view.criterion,
  text: { ja: form.ja.value, en: form.en.value },
  points: isItem() ? form.points.valueAsNumber : null,
  name: edited?.name ?? "",
});

// Whom a changed rubric item would change, and from what to what: as the server counts it.
async function askReach() {
  const mine = (asked = Symbol("reach"));
  changes = [];
  const answer = await post("/phrases/reach", sentPhrase());
  if (mine !== asked || form.hidden) return;
  showChanges(answer.body?.changes ?? [], answer.ok ? "" : answer.body?.error?.[language()]);
}

function showChanges(found, error = "") {
  changes = found;
  document.querySelector("#phrase-apply").hidden = !changes.length;
  if (error) return reach.replaceChildren(error);
  if (!changes.length) return reach.replaceChildren(say("item_changes_nobody"));
  const lines = changes.map(({ student: one, before, after, confirmed }) => {
    const line = element("li", `${view.number(one)}: ${before} → ${after}`);
    if (confirmed) line.append(" ", say("unconfirms"));
    return line;
  });
  return reach.replaceChildren(say("item_changes"), ` ${changes.length}`, element("ol", ...lines));
}

function fillReach() {
  asked = null;
  if (edited && isItem()) return void askReach();
  changes = [];
  const removed = !form.ja.value.trim() && !form.en.value.trim();
  document.querySelector("#phrase-apply").hidden = !reached.length || removed;
  const names = reached.map((one) => view.number(one.student)).join(", ");
  if (!edited) reach.replaceChildren();
  else if (!reached.length) reach.replaceChildren(say("reaches_nobody"));
  else reach.replaceChildren(say("reaches"), ` ${reached.length} (${names})`);
}

async function keep(apply) {
  if (form.inert) return;
  form.inert = true; // a second press keeps nothing twice
  await keepOnce(apply);
  form.inert = false;
  if (form.hidden) focusPhrases();
}

async function keepOnce(apply) {
  const { name = "", basis = "", reason: before = "" } = edited ?? {};
  const item = isItem();
  if (!book.by) {
    book.tell("no_name", () => keep(apply));
    return;
  }
  const answer = await post("/phrases", {
    by: book.by,
    ...sentPhrase(),
    basis,
    stamp: book.stamp,
    // All of them in the same moment, as they were shown, or none.
    reach: item && apply ? Object.fromEntries(changes.map((one) => [one.student, one.basis])) : null,
  });
  book.take(answer.body ?? {});
  if (!answer.ok) {
    const error = answer.body?.error?.[language()];
    reach.replaceChildren(error ?? say(answer.body ? "somebody_changed" : "not_saved"));
    edited = all().find((one) => one.name === name) ?? null;
    if (answer.status === 409 && item) {
      showChanges(answer.body.changes);
      reach.prepend(say("somebody_changed"), " ");
    } else if (edited) reached = whomItReaches(edited.reason);
    return;
  }
  const now = answer.body.reason;
  if (item) {
    // Its points are chosen by a key, and so is its text.
    if (!edited && reason.value.trim() === typed) reason.value = "";
  } else if (apply) {
    book.decide(reached.map((one) => ({ ...one, reason: one.reason.replaceAll(before, now) })));
    reason.value = reason.value.replaceAll(before, now);
  } else if (!edited && typed && reason.value.trim() === typed) {
    reason.value = now; // what was written is the phrase from now on
  }
  form.hidden = true;
  fillList();
}

async function tellStudent() {
  const answer = await book.comment(student, told.value, toldBefore);
  if (answer.ok) {
    toldBefore = told.value;
    toldSaid.replaceChildren(say("saved"));
  } else if (answer.theirs) {
    const quote = element("q", answer.theirs.text);
    toldSaid.replaceChildren(say("their_comment"), ` ${answer.theirs.by}: `, quote);
    toldBefore = answer.theirs.text; // a second press replaces what is shown
  } else {
    toldSaid.replaceChildren(answer.error?.[language()] ?? say("not_saved"));
  }
}

// Opens the dialog for the student who is shown; what is typed belongs to that student.
export function openComments(one) {
  student = one;
  dialog.querySelector("#comment-who").replaceChildren(view.nameOf(student));
  reason.value = view.reason(student);
  form.hidden = true;
  toldBefore = book.students[student]?.comment ?? "";
  told.value = toldBefore;
  toldSaid.replaceChildren();
  dialog.querySelector("#told-student").open = false;
  fillList();
  dialog.showModal();
  focusPhrases();
}

// `context` says what is marked and takes the reason: {criterion, students, nameOf, number, reason,
// setReason}.
export function watchComments(context) {
  view = context;
  book.addEventListener("change", () => dialog.open && fillList());
  list.addEventListener("click", (event) => {
    const { dataset } = event.target.closest("button") ?? { dataset: {} };
    const phrase = all().find((one) => one.name === (dataset.pick ?? dataset.edit));
    if (phrase && dataset.pick) pick(phrase);
    else if (phrase) showForm(phrase);
  });
  reason.addEventListener("input", fillList);
  form.addEventListener("input", fillReach);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    keep(event.submitter?.value === "apply");
  });
  dialog.querySelector("#phrase-new").addEventListener("click", () => showForm(null));
  dialog.querySelector("#phrase-cancel").addEventListener("click", () => {
    form.hidden = true;
    focusPhrases();
  });
  dialog.querySelector("#reason-done").addEventListener("click", () => dialog.close());
  dialog.querySelector("#to-student-save").addEventListener("click", tellStudent);
  dialog.addEventListener("compositionstart", () => (composing = true));
  dialog.addEventListener("compositionend", () => setTimeout(() => (composing = false)));
  dialog.addEventListener("cancel", (event) => composing && event.preventDefault());
  dialog.addEventListener("close", () => view.setReason(student, reason.value));
  dialog.addEventListener("keydown", (event) => {
    if (isComposing(event) || event.ctrlKey || event.metaKey || event.altKey) return;
    if (isTyping(event.target)) return;
    const key = keyName(event);
    const phrase = /^[1-9]$/.test(key) ? offered()[Number(key) - 1] : undefined;
    if (phrase) {
      event.preventDefault();
      pick(phrase);
    } else if (event.target === list && (key === "Enter" || /^\p{L}$/u.test(event.key))) {
      if (key === "Enter") event.preventDefault();
      if (/[!-~]$/.test(reason.value)) reason.value += " ";
      reason.focus(); // the letter that was pressed is typed there
      reason.setSelectionRange(reason.value.length, reason.value.length);
    }
  });
}

