// Hands out parts and samples, and settles differences. The page is loaded again after each change.

import { book, language, post, say } from "/static/book.js";

const alerted = document.querySelector("#alert");

async function send(address, content) {
  const answer = await post(address, { by: book.by, ...content });
  if (answer.ok) {
    location.reload();
    return;
  }
  const error = answer.body?.error?.[language()];
  // Somebody else decided meanwhile: the page as it is now shows what.
  if (answer.status === 409) location.reload();
  alerted.hidden = false;
  alerted.textContent = error ?? "";
  if (!error) alerted.append(say("offline"));
  alerted.scrollIntoView({ block: "nearest" });
}

for (const form of document.querySelectorAll("form[data-post]")) {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const { criterion, people, size, groups } = form.elements;
    const content = { criterion: criterion.value, people: people.value };
    if (size) content.size = size.value;
    if (groups) content.groups = groups.checked;
    send(form.dataset.post, content);
  });
}

document.querySelector("main").addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (!button) return;
  const { criterion, person } = button.closest("tr")?.dataset ?? {};
  if ("move" in button.dataset) send("/parts/move", { criterion, person, to: button.dataset.move });
  else if ("withdraw" in button.dataset) send("/parts/withdraw", { criterion, person });
  else if ("decide" in button.dataset) decide(JSON.parse(button.dataset.decide));
});

// An ordinary decision, of whoever settles the difference.
function decide(decision) {
  if (!book.by) book.tell("no_name", () => decide(decision));
  else send("/decide", { decisions: [decision] });
}

// Whose works they are to mark a second time depends on the name.
document.querySelector("#by").addEventListener("change", () => location.reload());
