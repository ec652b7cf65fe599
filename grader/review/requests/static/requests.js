// The queue of requests: an answer, with the points that it changes, is stored in one request. What
// is written here and not saved stays in its form; an article that was saved is drawn anew alone.

import { book, language, post, say } from "/static/book.js";

const DIGITS = 1e6;
const number = (text) => (text === "" ? null : Number(text));
const words = (text) => document.createTextNode(text);

function tell(form, ...nodes) {
  form.querySelector("[data-told]").replaceChildren(...nodes);
}

const chosenOf = (form) => form.querySelector('[name="decision"]:checked').value;

// Points as they will be: null where they are no number that the criterion allows.
function wanted(form) {
  const before = number(form.closest(".asked").dataset.points);
  if (chosenOf(form) === "keep") return before;
  const points = form.querySelector('[name="points"]').value;
  const after = points === "" ? NaN : Number(points);
  return after >= 0 && after <= Number(form.dataset.most) ? after : NaN;
}

// Others with the same mistake move by the same difference, within what the criterion has.
function moved(row, form) {
  const before = Number(row.dataset.points);
  const own = number(form.closest(".asked").dataset.points);
  const difference = own === null ? 0 : wanted(form) - own;
  const after = Math.round((before + difference) * DIGITS) / DIGITS;
  return Math.min(Math.max(after, 0), Number(row.dataset.most));
}

function showMoves(form) {
  for (const row of form.querySelectorAll("[data-member]")) {
    const after = moved(row, form);
    const asked = row.querySelector("[data-request]") !== null;
    const points = Number.isNaN(after) ? "?" : String(after);
    row.querySelector("[data-after]").textContent = points;
    // Who asked nothing is not answered: there is nothing to do about points that stay.
    row.querySelector("input").disabled = !asked && points === row.dataset.points;
  }
}

async function showMembers(form) {
  const place = form.querySelector("[data-members]");
  const mistake = form.querySelector('[name="mistake"]').value;
  place.hidden = !mistake;
  place.replaceChildren();
  if (!mistake) return;
  const { student, criterion } = form.closest(".asked").dataset;
  const blind = new URLSearchParams(location.search).get("blind") ?? "0";
  const query = new URLSearchParams({ student, criterion, mistake, blind });
  try {
    const answer = await fetch(`/requests/alike?${query}`);
    if (!answer.ok) throw new Error(String(answer.status));
    const found = new DOMParser().parseFromString(await answer.text(), "text/html");
    if (form.querySelector('[name="mistake"]').value !== mistake) return;
    place.replaceChildren(...found.body.children);
    showMoves(form);
  } catch {
    tell(form, say("requests_failed"));
  }
}

const requestsIn = (node) =>
  Object.fromEntries(
    [...node.querySelectorAll("[data-request]")].map((one) => [one.dataset.request, one.dataset.answered]),
  );

// Requests that nobody has answered; of a thread without any, those whose answer is to be another.
function asksOf(article) {
  const all = Object.entries(requestsIn({ querySelectorAll: () => article.querySelectorAll(".said") }));
  const open = all.filter(([, answered]) => !answered);
  return Object.fromEntries(open.length ? open : all);
}

function answerOf(form) {
  const article = form.closest(".asked");
  const { student, criterion, basis } = article.dataset;
  const before = number(article.dataset.points);
  const own = { student, before, after: wanted(form), basis, requests: asksOf(article) };
  const rows = [...form.querySelectorAll("[data-member]")].filter((row) => {
    const box = row.querySelector("input");
    return box.checked && !box.disabled;
  });
  const others = rows.map((row) => ({
    student: row.dataset.member,
    before: Number(row.dataset.points),
    after: moved(row, form),
    basis: row.dataset.basis,
    requests: requestsIn(row),
  }));
  return { criterion, text: form.elements.text.value, targets: [own, ...others] };
}

function aboutOf(form) {
  const article = form.closest(".asked");
  const requests = [...article.querySelectorAll(".said")].map((one) => one.dataset.request);
  return { student: article.dataset.student, requests, criterion: form.elements.criterion.value };
}

function pasteOf(form) {
  const { student, criterion, text } = form.elements;
  return { student: student.value.trim(), criterion: criterion.value, text: text.value };
}

const CONTENT = { answer: answerOf, about: aboutOf, paste: pasteOf };

// Draws what changed anew, and nothing else: other forms may hold words that are not saved.
async function redraw(saved) {
  const answer = await fetch(location.href);
  if (!answer.ok) return location.reload();
  const now = new DOMParser().parseFromString(await answer.text(), "text/html");
  const dirty = [...document.querySelectorAll("form.reply")].some(
    (form) => form !== saved && form.elements.text?.value,
  );
  if (!dirty) {
    document.querySelector("main").replaceWith(now.querySelector("main"));
    return undefined;
  }
  for (const article of document.querySelectorAll(".asked")) {
    const form = article.querySelector("form.reply");
    const newer = now.getElementById(article.id);
    if (form !== saved && form?.elements.text?.value) newer?.remove();
    else if (newer) article.replaceWith(newer);
    else article.remove();
  }
  const waiting = document.querySelector("#waiting-title").parentElement;
  waiting.append(...now.querySelectorAll("#waiting-title ~ .asked"));
  if (document.body.contains(saved)) saved.reset();
  return undefined;
}

async function send(form) {
  const kind = form.dataset.form;
  const content = CONTENT[kind](form);
  if (kind === "answer" && content.targets.some((one) => Number.isNaN(one.after))) {
    return tell(form, say("requests_no_points"));
  }
  if (!book.by) return book.tell("no_name", () => send(form));
  const button = form.querySelector('[type="submit"]');
  button.disabled = true;
  tell(form, say("requests_saving"));
  const { ok, body } = await post(`/requests/${kind}`, { by: book.by, ...content });
  button.disabled = false;
  const told = body?.error ? [body.error] : (body?.told ?? []);
  if (ok) await redraw(form);
  const place = document.body.contains(form) ? form : document.querySelector('[data-form="paste"]');
  if (!ok && !told.length) tell(form, say("requests_failed"));
  else if (place) tell(place, ...told.flatMap((one) => [words(one[language()]), document.createElement("br")]));
  return undefined;
}

document.addEventListener("submit", (event) => {
  const form = event.target.closest("form.reply");
  if (!form) return;
  event.preventDefault();
  send(form);
});
document.addEventListener("input", (event) => {
  const form = event.target.closest('[data-form="answer"]');
  if (!form) return;
  if (event.target.name === "points") form.elements.decision.value = "change";
  if (event.target.name === "mistake") showMembers(form);
  else showMoves(form);
});
addEventListener("beforeunload", (event) => {
  const texts = [...document.querySelectorAll("form.reply textarea")];
  if (texts.some((one) => one.value)) event.preventDefault();
});
