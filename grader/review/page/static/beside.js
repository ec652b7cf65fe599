// Panes of plugins beside a criterion, in which people leave notes. An element with `data-note` is
// one note: its fields with names, and its buttons with `data-field` and `data-value`, are sent.

import { book, language, post } from "./book.js";

const DRAFT = "grader-note";

const draftOf = (note) => {
  const { student } = note.closest(".beside-pane").dataset;
  return `${DRAFT} ${student} ${note.dataset.note}`;
};

function alert(note, key, why = "") {
  for (const each of note.querySelectorAll("[data-alert]")) each.hidden = each.dataset.alert !== key;
  const reason = note.querySelector("[data-why]");
  if (reason) reason.textContent = why;
}

// What stands in a note now; `pressed` is the button that was pressed just now.
function saidIn(note, pressed) {
  const said = {};
  for (const field of note.querySelectorAll("textarea, input")) said[field.name] = field.value;
  for (const button of note.querySelectorAll("[data-field]")) {
    const on = button.getAttribute("aria-pressed") === "true";
    const { field, value } = button.dataset;
    if (pressed && pressed.dataset.field === field) {
      if (button === pressed && !on) said[field] = value;
    } else if (on) said[field] = value;
  }
  return said;
}

async function keep(note, pressed) {
  if (!book.by) {
    book.tell("no_name", () => keep(note, pressed));
    return;
  }
  const pane = note.closest(".beside-pane");
  const { plugin, student, blind } = pane.dataset;
  const { note: key, basis } = note.dataset;
  const draft = draftOf(note);
  note.inert = true; // a second press waits for the answer to the first one
  const said = saidIn(note, pressed);
  const answer = await post(`/notes?blind=${blind}`, { by: book.by, student, plugin, key, said, basis });
  note.inert = false;
  if (answer.ok) sessionStorage.removeItem(draft);
  if (!answer.ok && answer.status !== 409) {
    alert(note, "failed", answer.body?.error?.[language()] ?? "");
    return;
  }
  const place = pane.parentElement;
  await place.again?.();
  const after = place.querySelector(`[data-note="${CSS.escape(key)}"]`);
  if (!answer.ok && after) alert(after, "conflict");
  const same = pressed && after?.querySelector(`[data-field="${pressed.dataset.field}"][data-value="${pressed.dataset.value}"]`);
  (same || after?.querySelector("summary"))?.focus({ preventScroll: true });
}

document.addEventListener("click", (event) => {
  const button = event.target.closest?.(".beside-pane [data-note] button");
  if (!button) return;
  const note = button.closest("[data-note]");
  if (button.dataset.field) keep(note, button);
  else if ("save" in button.dataset) keep(note);
});

// What is typed and not saved survives a look at the next student.
document.addEventListener("input", (event) => {
  const note = event.target.closest?.(".beside-pane [data-note]");
  if (!note) return;
  sessionStorage.setItem(draftOf(note), event.target.value);
  alert(note, "unsaved");
});

function restore() {
  for (const note of document.querySelectorAll("#panes .beside-pane [data-note]")) {
    const draft = sessionStorage.getItem(draftOf(note));
    const field = note.querySelector("textarea");
    if (draft === null || !field || draft === field.value) continue;
    field.value = draft;
    field.closest("details").open = true;
    alert(note, "unsaved");
  }
}
new MutationObserver(restore).observe(document.querySelector("#panes"), { childList: true, subtree: true });
