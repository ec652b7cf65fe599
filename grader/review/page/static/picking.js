// Keys that give points on a student's page: one chooses a criterion, and digits then mean that one.

import { say } from "./book.js";
import { ITEM_KEYS } from "./items.js";
import { bind } from "./keys.js";

const awards = [...document.querySelectorAll(".award")];
const alerted = document.querySelector("#alert");
let picked = awards.length === 1 ? awards[0] : null;
let half = false; // the next digit gets a half more
let changed = () => {};

const isOpen = (award) => award.querySelector("[data-points]").textContent === "–";

// The keys of an award's rubric items: only those of the chosen criterion have some.
export const keysOf = (award) => (award === picked ? ITEM_KEYS : "");

function warn(key, more = "") {
  alerted?.replaceChildren(...(key ? [say(key), more] : []));
}

function arm(on) {
  half = on;
  for (const award of awards) award.toggleAttribute("data-half", on && award === picked);
}

function pick(award) {
  picked = award;
  for (const one of awards) {
    if (one === award) one.setAttribute("aria-current", "true");
    else one.removeAttribute("aria-current");
  }
  arm(false);
  warn("");
  changed();
  award.focus();
}

// The criterion after the chosen one, around the page: any, or one that is not graded.
function pickNext(suits) {
  const at = awards.indexOf(picked);
  const next = [...awards.slice(at + 1), ...awards.slice(0, at + 1)].find(suits);
  if (next) pick(next);
  else warn("all_graded");
}

const withPicked = (run) => (key) => (picked ? run(picked, key) : warn("pick_first"));

function give(award, key) {
  const points = Number(key) + (half ? 0.5 : 0);
  arm(false);
  if (points > Number(award.dataset.points)) return warn("too_many", ` ${award.dataset.points}`);
  warn("");
  return award.dispatchEvent(new CustomEvent("give", { detail: points }));
}

function takeBack(award) {
  const button = award.querySelector(".take-back");
  if (!button.hidden) button.click();
}

// `fill` writes the awards anew.
export function watchPicking(fill) {
  if (!awards.length) return;
  changed = fill;
  for (const award of awards) award.tabIndex = -1;
  picked?.setAttribute("aria-current", "true");
  bind("l", "criterion", () => pickNext(() => true));
  bind("u", "criterion_open", () => pickNext(isOpen));
  bind("0123456789", "points", withPicked(give), { label: "0 – 9" });
  bind("h", "half", withPicked(() => arm(!half)));
  const chooseItem = (award, key) => award.querySelectorAll("[data-item]")[ITEM_KEYS.indexOf(key)]?.click();
  bind(ITEM_KEYS, "items", withPicked(chooseItem), { label: "q w e r t …" });
  bind("c", "reason", withPicked((award) => award.querySelector("[data-reason]").focus()));
  bind(["Backspace"], "take_back", withPicked(takeBack));
}
