// How much is left to decide: put `data-progress` on an element, with a criterion, or empty for all.

import { book, say } from "./book.js";

// Counts what a person or a check has decided, among those who have a sheet.
export function count(criterion) {
  const awards = Object.values(book.students).flatMap((grade) =>
    Object.entries(grade.awards).filter(([name]) => !criterion || name === criterion),
  );
  return { all: awards.length, left: awards.filter(([, award]) => award.points === null).length };
}

function fill(element) {
  const { all, left } = count(element.dataset.progress);
  const bar = element.querySelector("progress");
  bar.max = all || 1;
  bar.value = all - left;
  element.querySelector(".left-count").textContent = ` ${left} / ${all}`;
}

for (const element of document.querySelectorAll("[data-progress]")) {
  const label = document.createElement("label");
  const number = document.createElement("span");
  number.className = "left-count";
  label.append(say("remaining"), number, " ", document.createElement("progress"));
  element.replaceChildren(label);
  book.addEventListener("change", () => fill(element));
}
