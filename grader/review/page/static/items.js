// Rubric items: phrases with points. What they add up to is shown at once and counted by the server.

import { book } from "./book.js";

export const ITEM_KEYS = "qwertasdvyop"; // those that nothing else uses
const MINUS = "\u2212";
const rounded = (points) => Math.round(points * 1e6) / 1e6;
const bounded = (points, most) => Math.min(Math.max(points, 0), most);

// What a criterion is counted from: {criterion, most, start}.
export const rubricOf = ({ criterion, points, start }) => ({
  criterion,
  most: Number(points),
  start: Number(start),
});

export const itemsOf = (rubric) =>
  book.phrases.filter((one) => one.criterion === rubric.criterion && one.points !== null);

export const signed = (points) => `${points < 0 ? MINUS : "+"}${Math.abs(points)}`;

const sum = (rubric, items) => rounded(items.reduce((all, one) => all + one.points, rubric.start));

// The decision after one item was chosen, or left out again. Who has none left has not been decided
// upon: full points are given by their digit.
export function toggled(rubric, student, item, on) {
  const before = book.items(student, rubric.criterion);
  const rest = before.filter((one) => one.name !== item.name);
  const items = on ? [...rest, { name: item.name, points: item.points }] : rest;
  if (!items.length) return { items, points: null };
  const given = book.points(student, rubric.criterion);
  const byHand = before.length ? given - bounded(sum(rubric, before), rubric.most) : 0;
  const points = bounded(rounded(bounded(sum(rubric, items), rubric.most) + byHand), rubric.most);
  return { items, points };
}

// The sum in figures, with the words for what bounds it.
export function sumOf(rubric, student, words) {
  const items = book.items(student, rubric.criterion);
  const points = book.points(student, rubric.criterion);
  if (!items.length || points === null) return "";
  const total = sum(rubric, items);
  const inside = bounded(total, rubric.most);
  const parts = [rubric.start, ...items.map((one) => signed(one.points))];
  if (inside !== total) parts.push(`→ ${inside} (${words(total < inside ? "lowest" : "highest")})`);
  const rest = rounded(points - inside);
  if (rest) parts.push(`${signed(rest)} (${words("adjustment")})`);
  if (rest || inside === total) parts.push(`= ${points}`);
  return parts.join(" ");
}

// Buttons for all items of a criterion; `keys` are those that choose them, where there are any.
export function fillItems(place, rubric, student, keys = "") {
  const chosen = new Map(book.items(student, rubric.criterion).map((one) => [one.name, one.points]));
  const focused = place.contains(document.activeElement) ? document.activeElement.dataset.item : "";
  place.replaceChildren(
    ...itemsOf(rubric).map((one, index) => {
      const button = document.createElement("button");
      button.type = "button";
      button.className = "item";
      button.dataset.item = one.name;
      button.setAttribute("aria-pressed", String(chosen.has(one.name)));
      if (keys[index]) {
        const mark = document.createElement("kbd");
        mark.textContent = keys[index];
        button.append(mark, " ");
        button.setAttribute("aria-keyshortcuts", keys[index]);
      }
      const points = document.createElement("strong");
      points.textContent = signed(chosen.get(one.name) ?? one.points);
      button.append(points, ` ${one.reason}`);
      if (one.behind) button.append(` (${signed(one.points)}: ${one.behind}!)`);
      return button;
    }),
  );
  place.hidden = !place.childElementCount;
  if (focused) place.querySelector(`[data-item="${CSS.escape(focused)}"]`)?.focus();
}
