// Two people decided the same: both stand side by side, and a person chooses.

import { book, language, say } from "./book.js";
import { signed } from "./items.js";
import { isComposing, keyName } from "./keys.js";

const dialog = document.querySelector("#conflict");
const opener = document.querySelector("#conflicts");
let key = "";
let nameOf = (student) => student;

function described(decision) {
  if (!decision || decision.points === null) return [say("taken_back")];
  const time = decision.at ? new Date(decision.at).toLocaleString(language()) : "";
  const said = document.createElement("span");
  said.textContent = [decision.points, decision.by, time].filter((one) => one !== "").join(" · ");
  const reason = document.createElement("q");
  const items = (decision.items ?? []).map((one) => {
    const phrase = book.phrases.find((each) => each.name === one.name);
    return `${signed(one.points)} ${phrase?.reason ?? ""}`;
  });
  // Theirs says its items already.
  reason.textContent = decision.at ? decision.reason : [...items, decision.reason].filter(Boolean).join("; ");
  return reason.textContent ? [said, document.createElement("br"), reason] : [said];
}

function show() {
  opener.hidden = !book.conflicts.size;
  opener.querySelector(".count").textContent = book.conflicts.size;
  const [found] = book.conflicts;
  if (!found) {
    dialog.close();
    return;
  }
  const { yours, theirs } = found[1];
  key = found[0];
  dialog.querySelector("#conflict-who").replaceChildren(nameOf(yours.student, yours.criterion));
  dialog.querySelector("#theirs").replaceChildren(...described(theirs));
  dialog.querySelector("#yours").replaceChildren(...described(yours));
  if (!dialog.open && !document.querySelector("dialog[open]")) {
    dialog.showModal();
    dialog.focus(); // no button: a key meant for the next student chooses nothing
  }
}

function choose(choice) {
  book.settle(key, choice);
  if (book.conflicts.size) show();
  else dialog.close();
}

// `name` says which student it is, in words of the page.
export function watchConflicts(name) {
  nameOf = name;
  book.addEventListener("conflict", show);
  book.addEventListener("change", () => {
    opener.hidden = !book.conflicts.size;
    opener.querySelector(".count").textContent = book.conflicts.size;
  });
  opener.addEventListener("click", show);
  dialog.addEventListener("click", (event) => {
    const button = event.target.closest("[data-choice]");
    if (button) choose(button.dataset.choice);
  });
  dialog.addEventListener("keydown", (event) => {
    if (isComposing(event) || event.repeat) return;
    const choice = { t: "theirs", m: "yours" }[keyName(event)];
    if (choice) choose(choice);
  });
}
