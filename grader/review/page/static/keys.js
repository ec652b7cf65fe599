// Keys of all views. None needs a modifier, none fires while an input method composes or somebody
// types into a field, and `?` shows them all. Each view says what its keys do: bind("j", "next", run).

import { language, say } from "./book.js";

const bound = new Map(); // key -> {name, run}
const shown = []; // [keys, name], in the order of binding

// Binds one key, or several of which the help shows `label`. `name` is the key of its sentence.
export function bind(keys, name, run, { label, repeat = false } = {}) {
  for (const key of keys) bound.set(key, { run, repeat });
  shown.push([label ?? [...keys].join(" "), name]);
}

// Says whether an input method is at work: what is pressed belongs to it.
export function isComposing(event) {
  return event.isComposing || event.keyCode === 229 || event.key === "Process";
}

// A key as it is bound: full-width letters and digits count, and so do capitals.
export function keyName(event) {
  return event.key.length === 1 ? event.key.normalize("NFKC").toLowerCase() : event.key;
}

const PRESSED = ["button", "checkbox", "radio", "submit", "reset", "range"];
export function isTyping(target) {
  if (!(target instanceof Element)) return false;
  if (target.matches("input")) return !PRESSED.includes(target.type);
  return target.matches("textarea, select") || target.isContentEditable;
}

// A key that closes a dialog does nothing else: whether one was open is looked up before it does.
let inDialog = false;
addEventListener("keydown", () => (inDialog = Boolean(document.querySelector("dialog[open]"))), true);

addEventListener("keydown", (event) => {
  if (isComposing(event) || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.defaultPrevented || inDialog) return;
  if (isTyping(event.target)) {
    // Enter ends the name as well: the next digit is a point again, and no part of the name.
    const done = event.key === "Enter" && event.target.id === "by";
    if (done || event.key === "Escape") event.target.blur();
    return;
  }
  const found = bound.get(keyName(event));
  if (!found || (event.repeat && !found.repeat)) return;
  event.preventDefault();
  found.run(keyName(event), event);
});

// What is only spoken is said in the language that is shown.
function speak() {
  for (const each of document.querySelectorAll("[data-name-ja]")) {
    each.setAttribute("aria-label", language() === "ja" ? each.dataset.nameJa : each.dataset.nameEn);
  }
}
for (const choice of document.querySelectorAll('[name="language"]')) {
  choice.addEventListener("change", speak);
}
speak();

const help = document.querySelector("#keys");
function showHelp() {
  help.querySelector("dl").replaceChildren(
    ...shown.flatMap(([label, name]) => {
      const [term, text] = [document.createElement("dt"), document.createElement("dd")];
      const mark = document.createElement("kbd");
      mark.textContent = label;
      term.append(mark);
      text.append(say(`key_${name}`));
      return [term, text];
    }),
  );
  help.showModal();
}
document.querySelector("#show-keys").addEventListener("click", showHelp);
for (const close of document.querySelectorAll("dialog [data-close]")) {
  close.addEventListener("click", () => close.closest("dialog").close());
}
help.addEventListener("keydown", (event) => {
  if (keyName(event) === "?") help.close();
});

// `/` goes to the search, which is in the class table.
const search = document.querySelector('[data-keys="/"]');
if (search && location.hash === "#search") search.focus();
bind("/", "search", () => {
  if (search) search.focus();
  else location.assign("/#search");
});
bind("?", "help", showHelp);
