// The class as the server knows it, and what was decided here and is not stored yet. A decision is
// kept by student and criterion, never by what happens to be on the screen, and counts as saved only
// when the server has answered; until then it is sent again and again, and lives on in this tab when
// another page is opened. Nothing that somebody else decided is replaced without a look at both.

const LOOK_EVERY = 2000; // milliseconds
const TRY_AGAIN = 1500;
const PATIENCE = 30000; // until an answer counts as lost
const MOST = 200; // decisions in one request
const REFUSED = [400, 413, 415, 422]; // it will never be stored as it is
const KEPT_ALIVE = 50000; // letters of a request that may outlive its page: browsers set a limit
const STEPS = 200; // that can be undone
const PLACE = "grader-book";
const ABANDONED = 10000; // milliseconds: a tab that lives says more often that its decisions are its own
const HERE = `grader-unsaved ${document.body.dataset.place} `; // one course, one results folder
const TAB = "grader-tab";
if (!sessionStorage.getItem(TAB)) sessionStorage.setItem(TAB, String(Math.random()).slice(2));
const KEPT = HERE + sessionStorage.getItem(TAB);

export const keyOf = (one) => `${one.student} ${one.criterion}`;

class Book extends EventTarget {
  constructor() {
    super();
    this.stamp = "";
    this.students = {};
    this.phrases = [];
    this.waiting = new Map(); // key -> decision that is not stored yet, the newest
    this.conflicts = new Map(); // key -> {yours, theirs}: waits for a person
    this.refused = new Map(); // key -> {decision, error}: cannot be stored as it is
    this.mine = new Map(); // key -> version of what this tab stored last
    this.unsure = new Map(); // key -> decisions that were sent and never answered
    this.history = []; // what was there before each step, for undo
    this.most = MOST;
    this.sending = false;
    this.looking = false;
    this.reached = true;
    this.trouble = null; // {ja, en}: why nothing can be read, as far as the server can say
    this.undone = false; // the last step was one back
    this.failed = null; // {ja, en}: why the last try to save went wrong, as far as it is known
    this.recall();
  }

  get by() {
    return document.querySelector("#by").value.trim();
  }

  award(student, criterion) {
    return this.students[student]?.awards[criterion];
  }

  // What was decided here and is not stored, if anything.
  pending(student, criterion) {
    const key = keyOf({ student, criterion });
    return this.waiting.get(key) ?? this.conflicts.get(key)?.yours;
  }

  // Points as they will be once everything is stored.
  points(student, criterion) {
    const mine = this.pending(student, criterion);
    return mine ? mine.points : (this.award(student, criterion)?.points ?? null);
  }

  reason(student, criterion) {
    const mine = this.pending(student, criterion);
    return mine ? mine.reason : (this.award(student, criterion)?.note ?? "");
  }

  // Rubric items that the points are made of: [{name, points}].
  items(student, criterion) {
    const mine = this.pending(student, criterion);
    return (mine ? mine.items : this.award(student, criterion)?.items) ?? [];
  }

  async look() {
    if (this.looking) return;
    this.looking = true;
    try {
      const address = this.stamp ? `/state?stamp=${encodeURIComponent(this.stamp)}` : "/class";
      const answer = await fetch(address, {
        signal: AbortSignal.timeout(PATIENCE),
      });
      const body = await jsonOf(answer);
      this.trouble = body?.error ?? null; // the store is gone, say
      if (!answer.ok) throw new Error(String(answer.status));
      this.take(body.grades ? unpacked(body) : body);
      this.reached = true;
      this.tell("online");
    } catch {
      this.reached = false;
      this.tell("offline");
    }
    this.looking = false;
  }

  // Answers may come out of order: an older one never replaces a newer one.
  take(state) {
    if (!state.students || !isNewer(state.stamp, this.stamp)) return;
    this.stamp = state.stamp;
    this.students = state.all ? state.students : { ...this.students, ...state.students };
    this.phrases = state.phrases;
    this.tell("change");
  }

  // Decides: [{student, criterion, points, reason, evidence}]; `points` null takes back.
  decide(decisions) {
    if (!this.by) {
      this.tell("no_name", () => this.decide(decisions));
      return false;
    }
    this.undone = false;
    this.history.push(decisions.map((one) => this.before(one)));
    this.history.splice(0, this.history.length - STEPS);
    for (const one of decisions) this.enqueue(one, one.basis);
    this.queued();
    return true;
  }

  before({ student, criterion }) {
    const mine = this.pending(student, criterion);
    const award = this.award(student, criterion);
    const { points, reason, evidence, items } = mine ?? {
      points: award?.person ? award.points : null,
      reason: award?.person ? award.note : "",
      evidence: award?.person ? award.seen : undefined,
      items: award?.person ? award.items : [],
    };
    return { student, criterion, points, reason, evidence, items };
  }

  enqueue(one, basis) {
    const key = keyOf(one);
    const decision = { reason: "", ...one, by: this.by, decidedAt: Date.now() };
    const conflict = this.conflicts.get(key);
    this.refused.delete(key);
    if (conflict) {
      conflict.yours = { ...decision, basis: conflict.yours.basis };
      return;
    }
    const there = basis ?? this.award(one.student, one.criterion)?.basis ?? "";
    this.waiting.set(key, { ...decision, basis: this.waiting.get(key)?.basis ?? there });
  }

  queued() {
    this.remember();
    this.tell("change");
    this.send();
  }

  // Restores what stood there before the last step. Where somebody else has decided since, both are
  // shown: what is replaced is what this tab stored.
  undo() {
    const before = this.history.at(-1);
    if (!before) return null;
    if (!this.by) {
      this.tell("no_name", () => this.undo());
      return null;
    }
    this.history.pop();
    this.undone = true;
    for (const one of before) {
      const basis = this.mine.get(keyOf(one));
      if (this.pending(one.student, one.criterion) || basis !== undefined) this.enqueue(one, basis);
    }
    this.queued();
    return before;
  }

  // Ends a conflict: theirs stays, or yours replaces exactly what was shown.
  settle(key, choice) {
    const { yours, theirs } = this.conflicts.get(key);
    this.conflicts.delete(key);
    if (choice === "yours") this.waiting.set(key, { ...yours, basis: theirs?.basis ?? "" });
    else this.forget(key);
    this.queued();
  }

  // What was never stored is no step to undo.
  forget(key) {
    this.history = this.history
      .map((step) => step.filter((one) => keyOf(one) !== key))
      .filter((step) => step.length);
  }

  async send() {
    if (this.sending || !this.waiting.size) return;
    this.sending = true;
    this.tell("status");
    const sent = this.batch();
    const decisions = [...sent.values()].map(({ by, decidedAt, ...one }) => one);
    const by = sent.values().next().value.by;
    const { status, body } = await post("/decide", { by, decisions, stamp: this.stamp });
    this.sending = false;
    if (status === 200 && body) this.noteStored(sent, body.stored);
    else if (status === 409 && body) this.noteConflicts(body.conflicts);
    else if (REFUSED.includes(status)) this.noteRefused(sent, body?.error ?? {});
    else {
      this.noteLost(sent, body?.error ?? {});
      return;
    }
    this.failed = null;
    if (!this.waiting.size) this.most = MOST;
    this.remember();
    this.take(body ?? {});
    this.tell("change");
    this.tell(this.waiting.size ? "status" : "saved");
    if (this.conflicts.size) this.tell("conflict");
    this.send();
  }

  // What goes into one request: of one person, and not too much of it.
  batch() {
    const by = this.waiting.values().next().value.by;
    const ours = [...this.waiting].filter(([, one]) => one.by === by);
    return new Map(ours.slice(0, this.most));
  }

  noteStored(sent, stored) {
    for (const { basis, ...one } of stored) {
      const key = keyOf(one);
      this.mine.set(key, basis);
      this.unsure.delete(key);
      const now = this.waiting.get(key);
      if (now === sent.get(key)) this.waiting.delete(key);
      else if (now) now.basis = basis; // decided anew meanwhile, upon what is stored now
    }
  }

  // Nothing of the request was stored. Those in conflict wait for a person, the others go at once.
  noteConflicts(conflicts) {
    for (const { theirs, ...one } of conflicts) {
      const key = keyOf(one);
      const yours = this.waiting.get(key);
      if (!yours) continue;
      const ours = (this.unsure.get(key) ?? []).find((each) => isSaidBy(theirs, each));
      this.unsure.delete(key);
      if (ours) {
        yours.basis = theirs?.basis ?? ""; // ours was stored, only its answer was lost
        this.mine.set(key, yours.basis);
      } else {
        this.waiting.delete(key);
        this.conflicts.set(key, { yours, theirs });
      }
    }
  }

  // Nothing of the request was stored. Sent one by one, it shows which of them cannot be.
  noteRefused(sent, error) {
    if (sent.size > 1) {
      this.most = 1;
      return;
    }
    for (const [key, decision] of sent) {
      if (this.waiting.get(key) === decision) this.waiting.delete(key);
      this.forget(key);
      this.refused.set(key, { decision, error });
    }
  }

  // Nobody knows whether it was stored.
  noteLost(sent, error) {
    for (const [key, one] of sent) this.unsure.set(key, [...(this.unsure.get(key) ?? []), one]);
    this.failed = error;
    this.remember();
    this.tell("status");
    setTimeout(() => this.send(), TRY_AGAIN);
  }

  // Decides once more what was refused: the name may have been the reason.
  tryRefused() {
    for (const { decision } of [...this.refused.values()]) this.enqueue(decision, decision.basis);
    this.queued();
  }

  // Writes what a student is told; `basis` is the text it replaces. Gives what went wrong.
  async comment(student, text, basis) {
    if (!this.by) {
      this.tell("no_name");
      return { error: null };
    }
    const body = { by: this.by, student, text, basis, stamp: this.stamp };
    const answer = await post("/comment", body);
    this.take(answer.body ?? {});
    return answer.ok ? { ok: true } : { theirs: answer.body?.theirs, error: answer.body?.error };
  }

  // Keeps what is not stored, and the steps to undo, while other pages are opened in this tab.
  remember() {
    const { history } = this;
    const maps = [this.waiting, this.conflicts, this.mine, this.unsure].map((one) => [...one]);
    try {
      sessionStorage.setItem(PLACE, JSON.stringify({ maps, history }));
      this.keep();
    } catch {
      // No room, or not allowed: the page still asks before it is left.
    }
  }

  // Keeps what is not stored beyond this tab: the browser may be closed while the server is gone.
  keep() {
    const unsaved = [...this.waiting.values(), ...[...this.conflicts.values()].map((one) => one.yours)];
    if (unsaved.length) localStorage.setItem(KEPT, JSON.stringify({ at: Date.now(), unsaved }));
    else localStorage.removeItem(KEPT);
  }

  recall() {
    try {
      const { maps, history } = JSON.parse(sessionStorage.getItem(PLACE));
      [this.waiting, this.conflicts, this.mine, this.unsure] = maps.map((one) => new Map(one));
      this.history = history;
    } catch {
      // Nothing was kept.
    }
    // What was under way when the page was left may have been stored.
    for (const [key, one] of this.waiting) this.unsure.set(key, [one]);
  }

  tell(type, detail) {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }
}

// The class as the server gives it to a page that opens: equal grades and awards stand there once,
// and what is empty in an award is left out.
function unpacked({ students, grades, awards, ...rest }) {
  const whole = awards.map((one) => ({
    by: "",
    person: false,
    reason: "",
    note: one.reason ?? "",
    items: [],
    basis: "",
    seen: "",
    stale: false,
    ...one,
  }));
  const each = ([evidence, number]) => {
    const grade = grades[number];
    const own = Object.entries(grade.awards).map(([criterion, place]) => [criterion, whole[place]]);
    return { ...grade, evidence, awards: Object.fromEntries(own) };
  };
  const everybody = Object.entries(students).map(([student, short]) => [student, each(short)]);
  return { ...rest, students: Object.fromEntries(everybody) };
}

function isNewer(stamp, before) {
  const [run, number, veil] = stamp.split("-");
  const [runBefore, numberBefore, veilBefore] = before.split("-");
  if (run !== runBefore || number !== numberBefore) return run !== runBefore || Number(number) > Number(numberBefore);
  return veil !== veilBefore; // the same moment, with more or less kept back
}

const namesOf = (items) => JSON.stringify((items ?? []).map((one) => [one.name, one.points]));

function isSaidBy(theirs, one) {
  if (!theirs) return one.points === null;
  const flat = one.reason.split(/\s+/).join(" ").trim();
  const same = theirs.by === one.by && theirs.points === one.points && theirs.note === flat;
  return same && namesOf(theirs.items) === namesOf(one.items);
}

// Posts JSON. Without an answer there is no body, and it may be tried again.
export async function post(address, content) {
  const body = JSON.stringify(content);
  try {
    const answer = await fetch(address, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body,
      keepalive: body.length < KEPT_ALIVE / 3, // three bytes for a Japanese letter
      signal: AbortSignal.timeout(PATIENCE),
    });
    return { ok: answer.ok, status: answer.status, body: await jsonOf(answer) };
  } catch {
    return { ok: false, status: 0, body: null };
  }
}

async function jsonOf(answer) {
  const type = answer.headers.get("Content-Type") ?? "";
  return type.includes("json") ? answer.json() : null;
}

export const book = new Book();

// The page's words: clones, so that both languages stand wherever they are put.
export function say(key) {
  const found = document.querySelector("#words").content.querySelector(`[data-key="${key}"]`);
  return found.cloneNode(true);
}

export function language() {
  return document.querySelector("#show-ja").checked ? "ja" : "en";
}

// One line says how things stand; it is made anew from what is so, not from what happened last.
const saved = document.querySelector("#saved");
let shown = "";
function status(done) {
  if (!book.reached) return book.trouble ? ["trouble", book.trouble] : ["offline"];
  if (book.conflicts.size) return ["conflict"];
  if (book.refused.size) return ["refused", [...book.refused.values()][0].error];
  if (book.waiting.size) return book.failed ? ["unsaved", book.failed] : ["saving"];
  return done || saved.dataset.status ? ["saved"] : [""];
}

function tellStatus(done) {
  const [key, error] = status(done);
  const why = error?.[language()] ?? "";
  const words = key === "saved" && book.undone ? "undone" : key;
  if (words + why === shown) return;
  shown = words + why;
  saved.dataset.status = key;
  saved.replaceChildren(...(key && key !== "trouble" ? [say(words)] : []), ` ${why}`);
}
book.addEventListener("saved", () => tellStatus(true));
for (const type of ["status", "change", "online", "offline"]) {
  book.addEventListener(type, () => tellStatus(false));
}
const by = document.querySelector("#by");
// Two people may use one server: who wrote another name here than it was started with stays that one.
const BY = `grader-by ${document.body.dataset.by}`;
by.value = localStorage.getItem(BY) || by.value;
// The server keeps from whoever marks a work a second time what was decided about it.
function tellName() {
  const age = by.value.trim() ? 31536000 : 0;
  document.cookie = `grader-name=${encodeURIComponent(by.value.trim())}; path=/; max-age=${age}; SameSite=Strict`;
}
tellName();
by.addEventListener("change", () => {
  localStorage.setItem(BY, by.value.trim());
  tellName();
  book.tryRefused();
});

// Who decides without a name is asked for it, and then goes on with what they meant to do.
const asked = document.querySelector("#ask-by");
const name = asked.querySelector("#ask-by-name");
let resume = null;
book.addEventListener("no_name", (event) => {
  resume = event.detail;
  name.value = "";
  if (!asked.open) asked.showModal();
  name.focus();
});
function answer() {
  if (!name.value.trim()) return name.focus();
  by.value = name.value.trim();
  by.dispatchEvent(new Event("change"));
  asked.close();
  return resume?.();
}
asked.querySelector("#ask-by-done").addEventListener("click", answer);
name.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || event.isComposing || event.keyCode === 229) return;
  event.preventDefault();
  answer();
});

// What a tab left unsaved that is closed by now.
function abandoned() {
  const found = [];
  for (const key of Object.keys(localStorage)) {
    if (!key.startsWith(HERE) || key === KEPT) continue;
    try {
      const { at, unsaved } = JSON.parse(localStorage.getItem(key));
      if (Date.now() - at > ABANDONED) found.push({ key, unsaved });
    } catch {
      localStorage.removeItem(key);
    }
  }
  return found;
}

const kept = document.querySelector("#kept");
const isNewerHere = (one) => one.decidedAt >= (book.waiting.get(keyOf(one))?.decidedAt ?? 0);
let offered = false; // once on each page: it can be decided later
function offer() {
  const left = offered ? [] : abandoned();
  const decisions = left.flatMap((one) => one.unsaved).sort((one, other) => one.decidedAt - other.decidedAt);
  if (!decisions.length || document.querySelector("dialog[open]")) return;
  offered = true;
  kept.querySelector("#kept-count").textContent = decisions.length;
  kept.querySelector("#kept-by").textContent = [...new Set(decisions.map((one) => one.by))].join(", ");
  const settle = (save) => () => {
    for (const { key } of left) localStorage.removeItem(key);
    if (save) for (const one of decisions) if (isNewerHere(one)) book.waiting.set(keyOf(one), one);
    book.queued();
    kept.close();
  };
  kept.querySelector("#kept-save").onclick = settle(true);
  kept.querySelector("#kept-drop").onclick = settle(false);
  kept.showModal();
}
for (const lang of ["ja", "en"]) {
  const choice = document.querySelector(`#show-${lang}`);
  if (localStorage.getItem("grader-lang") === lang) choice.checked = true;
  choice.addEventListener("change", () => localStorage.setItem("grader-lang", lang));
}
addEventListener("beforeunload", (event) => {
  if (book.waiting.size || book.conflicts.size) event.preventDefault();
});

// Begins once every script of the page listens: this one is loaded before some of them.
let begun = false;
function begin() {
  if (begun) return;
  begun = true;
  book.look().then(() => {
    book.send();
    offer();
  });
  setInterval(() => {
    book.look();
    offer();
    if (book.waiting.size || book.conflicts.size) book.remember();
  }, LOOK_EVERY);
}
document.addEventListener("DOMContentLoaded", begin);
addEventListener("load", begin);
if (document.readyState === "complete") begin();
