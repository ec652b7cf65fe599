// The export in two clicks: the differences, then the file. What is written is what was shown.

import "./book.js";

const form = document.querySelector("#export");
const file = document.querySelector("#file");
const told = document.querySelector("#told");
const shown = document.querySelector("#differences");
const written = document.querySelector("#written");
const write = document.querySelector("#write");
const words = document.querySelector("#export-words").content;
let made = ""; // the export whose differences stand on the page
let asked = 0; // the latest look at differences; an older answer comes too late

function say(key, name = "") {
  const said = words.querySelector(`[data-key="${key}"]`).cloneNode(true);
  const texts = document.createTreeWalker(said, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) texts.currentNode.data = texts.currentNode.data.replace("{file}", name);
  return said;
}

// A sentence of the server in both languages, as text: whatever a name in it looks like.
function both(sentence) {
  const parts = ["ja", "en"].map((lang) => {
    const part = document.createElement("span");
    part.lang = lang;
    part.textContent = sentence[lang];
    return part;
  });
  return parts;
}

function list(sentences) {
  const nodes = [];
  for (const sentence of sentences) {
    if (sentence.tone === "line") {
      if (nodes.at(-1)?.tagName !== "UL") nodes.push(document.createElement("ul"));
      const line = document.createElement("li");
      line.append(...both(sentence));
      nodes.at(-1).append(line);
    } else {
      const paragraph = document.createElement("p");
      paragraph.className = sentence.tone;
      paragraph.append(...both(sentence));
      nodes.push(paragraph);
    }
  }
  return nodes;
}

function forget() {
  made = "";
  shown.hidden = written.hidden = true;
  told.replaceChildren();
}

const chosen = () => form.querySelector('[name="form"]:checked');

function fit() {
  const suffix = chosen().dataset.suffix;
  document.querySelector("#into").hidden = !suffix;
  file.accept = suffix === ".txt" ? ".csv,.xlsx" : suffix;
  forget();
}

// Answers of the server, or null after having said what is wrong.
async function ask(address, options) {
  told.replaceChildren(say("working"));
  try {
    const answer = await fetch(address, { method: "POST", ...options });
    const isJson = (answer.headers.get("Content-Type") ?? "").includes("json");
    const said = isJson ? await answer.json() : {};
    told.replaceChildren();
    if (answer.ok) return said;
    if (said.error) told.replaceChildren(...both(said.error));
    else told.replaceChildren(say(answer.status === 413 ? "too_large" : "failed"));
  } catch {
    told.replaceChildren(say("failed"));
  }
  return null;
}

async function compare() {
  forget();
  const fills = Boolean(chosen().dataset.suffix);
  const [lms] = fills ? file.files : [];
  if (fills && !lms) return told.replaceChildren(say("no_file"));
  if (lms?.size > Number(form.dataset.most)) return told.replaceChildren(say("too_large"));
  const wanted = new URLSearchParams({ form: chosen().value });
  if (document.querySelector("#confirmed").checked) wanted.set("confirmed", "1");
  if (lms) {
    wanted.set("name", lms.name);
    wanted.set("column", document.querySelector("#column").value.trim());
    if (document.querySelector("#overwrite").checked) wanted.set("overwrite", "1");
  }
  asked += 1;
  const mine = asked;
  const headers = { "Content-Type": "application/octet-stream" };
  const found = await ask(`/export/differences?${wanted}`, { body: lms ?? "", headers });
  if (!found || mine !== asked) return undefined;
  made = found.made;
  document.querySelector("#changes").replaceChildren(...list(found.changes));
  document.querySelector("#becomes").replaceChildren(...list(found.becomes));
  write.replaceChildren(say("write", found.file));
  write.disabled = false;
  shown.hidden = false;
  return shown.focus();
}

async function keep() {
  if (!made) return;
  write.disabled = true;
  const headers = { "Content-Type": "application/json" };
  const found = await ask("/export/write", { body: JSON.stringify({ made }), headers });
  if (!found) return;
  made = "";
  shown.hidden = true;
  document.querySelector("#where").replaceChildren(...both(found.said));
  const download = document.querySelector("#download");
  download.href = found.file;
  download.replaceChildren(say("download", found.name));
  const pasted = document.querySelector("#pasted");
  pasted.hidden = !found.column;
  pasted.querySelector("textarea").value = found.column;
  written.hidden = false;
  written.focus();
}

form.addEventListener("change", fit);
form.addEventListener("submit", (event) => {
  event.preventDefault();
  compare();
});
write.addEventListener("click", keep);
fit();
