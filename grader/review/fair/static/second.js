// Marks a work a second time. What the first person decided is not on this page: the server keeps it.

import { book, language, post, say } from "/static/book.js";
import { bind, isComposing } from "/static/keys.js";
import { Panes } from "/static/panes.js";

const page = document.querySelector("#marking");
const { criterion, now, next } = page.dataset;
const most = Number(page.dataset.points);
const root = document.querySelector("#panes");
const panes = root && new Panes(root, page.dataset.chapter);
const exact = document.querySelector("#exact");
const alerted = document.querySelector("#alert");
const reason = document.querySelector("#reason");
const dots = [...document.querySelectorAll("#strip .dot")];

function go(by) {
  const here = dots.findIndex((dot) => dot.hasAttribute("aria-current"));
  const other = dots[here + by];
  if (other) location.assign(other.href);
}

async function give(points) {
  if (!(points >= 0 && points <= most)) {
    alerted.replaceChildren(say("too_many"), ` ${most}`);
    return;
  }
  const content = { by: book.by, criterion, student: now, points, reason: reason.value };
  const answer = await post("/second", content);
  if (!answer.ok) {
    alerted.replaceChildren(say("not_saved"), ` ${answer.body?.error?.[language()] ?? ""}`);
    return;
  }
  location.assign(next ? `?at=${next}` : location.pathname);
}

if (panes) {
  bind("0123456789", "points", (key) => give(Number(key)), { label: "0 – 9" });
  bind("n", "exact", () => exact.focus());
  bind("c", "comment", () => reason.focus());
  bind("j", "next", () => go(1));
  bind("k", "previous", () => go(-1));
  exact.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || isComposing(event) || !exact.value) return;
    event.preventDefault();
    give(exact.valueAsNumber);
  });
  page.addEventListener("click", (event) => {
    const { points, toggle } = event.target.closest("button")?.dataset ?? {};
    if (points) give(Number(points));
    else if (toggle) event.target.closest("button").setAttribute("aria-pressed", String(panes.toggle(toggle)));
  });
  book.addEventListener("change", () => panes.show(now));
}
// Whose works these are depends on the name.
document.querySelector("#by").addEventListener("change", () => location.reload());
