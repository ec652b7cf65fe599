// The page: takes files, has a worker check them, and ends the worker that does not come back.
const GRACE_SECONDS = 10; // beyond the time of a request, until a worker is ended
const START_SECONDS = 300; // for Python to start, once its files are here
const MOST_ENDED = 12; // workers of one check, until we give up
const MOST_BYTES = 50_000_000; // of one file

const at = (id) => document.getElementById(id);
let site = null;
let lang = "ja";
let chosen = []; // files, as {name, bytes} or {name, refused}
let spare = null; // a worker that is ready or gets ready
let running = null; // the check at hand
let shown = null; // the last answer
let state = ["loading", {}];

function text(key, params = {}) {
  const found = key.split(".").reduce((table, part) => table && table[part], site.texts[lang]);
  return String(found || key).replace(/\{(\w+)\}/g, (_, name) => params[name] ?? "");
}

function say(key, params = {}) {
  state = [key, params];
  at("state").dataset.state = key;
  at("state").textContent = text(`state.${key}`, params);
}

function show() {
  document.documentElement.lang = lang;
  document.title = text("title", { title: site.title[lang] });
  at("title").textContent = document.title;
  for (const element of document.querySelectorAll("[data-text]")) {
    element.textContent = text(element.dataset.text, { source: site.source });
  }
  const other = lang === "ja" ? "en" : "ja";
  at("language").textContent = site.texts[other].language;
  at("language").lang = other;
  at("cannot").replaceChildren(...site.cannot.map((key) => item(text(`cannot.${key}`))));
  at("version").textContent = `grader ${site.grader} / ${site.version}`;
  at("chosen").replaceChildren(...chosen.map(({ name, refused }) => item(refused ? text(refused, { name }) : name)));
  say(...state);
  showAnswer();
}

function item(content) {
  const made = document.createElement("li");
  made.textContent = content;
  return made;
}

function showAnswer() {
  at("result").hidden = !shown;
  if (!shown) return;
  if (shown.answers) {
    at("answer").innerHTML = shown.answers[lang]; // ours: every text in it is escaped, see answer.py
    for (const heading of at("answer").querySelectorAll("h3")) link(heading);
  } else {
    const lines = shown.refused ? shown.refused[lang] : [text("gave_up", { reason: shown.reason || "" })];
    at("answer").replaceChildren(...lines.map((line) => Object.assign(document.createElement("p"), { className: "yellow", textContent: line })));
  }
}

// The code of a check in a heading leads to its explanation.
function link(heading) {
  const code = /\[([A-Z]{3}\d{3}) /.exec(heading.textContent);
  if (!code) return;
  const made = document.createElement("a");
  made.href = `checks/${code[1]}.${lang}.html`;
  made.target = "_blank";
  made.textContent = text("explain", { code: code[1] });
  heading.append(" ", made);
}

// A worker with what it was told: it starts at once, and checks once.
class Checker {
  constructor() {
    this.worker = new Worker("worker.js", { type: "module" });
    this.ready = false;
    this.count = 0;
    this.worker.onmessage = ({ data }) => this.heard(data);
    this.worker.onerror = (event) => this.heard({ type: "failed", when: this.ready ? "check" : "start", reason: event.message || "" });
    this.worker.postMessage({ type: "start", site });
  }

  heard(data) {
    if (data.type === "progress") {
      this.share = data.share;
      if (data.share === 1) this.expect(START_SECONDS);
      showProgress();
    } else if (data.type === "ready") {
      this.ready = true;
      this.expect(0);
      keep(); // what is here by now is not fetched once more
      if (running && running.checker === this) this.go();
      showProgress();
    } else if (data.type === "asked") {
      this.count = data.count;
      this.expect(data.seconds + GRACE_SECONDS);
    } else if (data.type === "answer") {
      answered(this, data.answer);
    } else if (data.when === "start") {
      this.end();
      if (spare === this) spare = null;
      if (running && running.checker === this) answered(this, { reason: data.reason });
      else say("failed", { reason: data.reason });
    } else {
      ended(this, "gone", data.reason);
    }
  }

  expect(seconds) {
    clearTimeout(this.timer);
    if (seconds) this.timer = setTimeout(() => (this.ready ? ended(this, "late", "") : this.heard({ type: "failed", when: "start", reason: "" })), seconds * 1000);
  }

  go() {
    this.expect(START_SECONDS); // until the first request
    this.worker.postMessage({ type: "check", files: running.files, fates: running.fates });
    say("checking");
  }

  end() {
    clearTimeout(this.timer);
    this.worker.terminate();
  }
}

const LASTING = ["done", "not_done", "nothing", "twice"]; // until somebody does something

function showProgress() {
  if (!running && LASTING.includes(state[0])) {
    at("progress").hidden = true;
    return;
  }
  const waiting = running ? running.checker : spare;
  at("progress").hidden = !running && Boolean(waiting && waiting.ready);
  if (waiting && !waiting.ready && (waiting.share ?? 0) < 1) at("progress").value = waiting.share ?? 0;
  else at("progress").removeAttribute("value");
  if (running && waiting.ready) return;
  if (waiting && waiting.ready) say("ready");
  else if (waiting) say((waiting.share ?? 0) < 1 ? "fetching" : "starting", { percent: Math.floor(100 * (waiting.share ?? 0)) });
}

// A worker did not come back: another one is told how that request ends, and does the rest.
function ended(checker, how, reason) {
  checker.end();
  if (!running || running.checker !== checker) {
    if (spare === checker) spare = new Checker();
    return;
  }
  const known = checker.count in running.fates || !checker.count;
  running.ended += 1;
  if (known || running.ended > MOST_ENDED) return answered(checker, { reason });
  running.fates[checker.count] = how;
  use(spare || new Checker());
}

function use(checker) {
  spare = null;
  running.checker = checker;
  if (checker.ready) checker.go();
  showProgress();
  if (checker.ready) spare = new Checker();
}

function answered(checker, answer) {
  checker.end();
  if (!running || running.checker !== checker) return;
  running = null;
  shown = answer;
  at("check").disabled = false;
  at("stop").hidden = true;
  showAnswer();
  say(answer.answers ? "done" : "not_done");
  spare = spare || new Checker();
  showProgress();
  at("result").focus();
}

function begin(files) {
  shown = null;
  showAnswer();
  running = { files, fates: {}, ended: 0, checker: null };
  at("check").disabled = true;
  at("stop").hidden = false;
  use(spare || new Checker());
}

at("form").addEventListener("submit", (event) => {
  event.preventDefault();
  if (running) return;
  const pasted = at("pasted").value;
  const files = chosen.filter((file) => file.bytes);
  if (pasted.trim()) files.push({ name: site.source, bytes: new TextEncoder().encode(pasted) });
  const names = new Set(files.map((file) => file.name));
  if (!files.length) return say("nothing", { source: site.source });
  if (names.size < files.length) return say("twice", { source: site.source });
  begin(files);
});

at("stop").addEventListener("click", () => {
  if (running) answered(running.checker, { refused: { ja: [site.texts.ja.stopped], en: [site.texts.en.stopped] } });
});

async function take(list) {
  const taken = [...list].map(async (file) => {
    const name = file.name.replace(/[\\/\0]/g, "_");
    if (file.size > MOST_BYTES) return { name, refused: "too_large" };
    try {
      return { name, bytes: new Uint8Array(await file.arrayBuffer()) };
    } catch {
      return { name, refused: "unreadable" };
    }
  });
  chosen = await Promise.all(taken);
  show();
}

at("files").addEventListener("change", () => take(at("files").files));
for (const kind of ["dragover", "dragenter"]) {
  document.addEventListener(kind, (event) => {
    event.preventDefault();
    at("drop").classList.add("over");
  });
}
document.addEventListener("dragleave", (event) => {
  if (!event.relatedTarget) at("drop").classList.remove("over");
});
document.addEventListener("drop", (event) => {
  event.preventDefault();
  at("drop").classList.remove("over");
  if (event.dataTransfer.files.length) take(event.dataTransfer.files);
});
at("language").addEventListener("click", () => {
  lang = lang === "ja" ? "en" : "ja";
  show();
});

let kept = false;
async function keep() {
  if (kept || !("serviceWorker" in navigator)) return;
  kept = true;
  try {
    await navigator.serviceWorker.register("service-worker.js");
    await navigator.serviceWorker.ready;
    document.documentElement.dataset.offline = "yes";
  } catch {
    // On a server without https it goes on without: files come from the network each time.
  }
}

async function open() {
  site = await (await fetch("site.json")).json();
  const wanted = new URLSearchParams(location.search).get("lang") || navigator.language;
  lang = wanted.startsWith("ja") ? "ja" : "en";
  show();
  spare = new Checker();
  showProgress();
}

open();
