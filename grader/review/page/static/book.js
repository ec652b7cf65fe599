// The class as the server knows it, and what was decided here and is not stored yet. A decision is
// kept by student and criterion, never by what happens to be on the screen, and counts as saved only
// when the server has answered; until then it is sent again and again.

const LOOK_EVERY = 2000; // milliseconds
const TRY_AGAIN = 1500;
const MOST = 30; // decisions in one request: they are stored together or not at all
const KEPT_ALIVE = 20000; // letters; browsers outlive a page only with small requests

class Book extends EventTarget {
  constructor() {
    super();
    this.stamp = "";
    this.students = {};
    this.waiting = new Map(); // "student criterion" -> decision not yet stored
    this.history = []; // what was decided here, for undo
    this.sending = false;
    this.alone = 0; // so many are sent one by one, to find the one that is refused
  }

  get by() {
    return document.querySelector("#by").value.trim();
  }

  award(student, criterion) {
    return this.students[student]?.awards[criterion];
  }

  // Points as they will be once everything is stored.
  points(student, criterion) {
    const mine = this.waiting.get(`${student} ${criterion}`);
    return mine ? mine.points : this.award(student, criterion)?.points;
  }

  async look() {
    try {
      const answer = await fetch(`/state?stamp=${this.stamp}`);
      const body = isJson(answer) ? await answer.json() : {};
      if (body.error) return this.tell("trouble", body.error);
      if (!answer.ok) throw new Error(String(answer.status));
      this.take(body);
      this.tell("online");
    } catch {
      this.tell("offline");
    }
  }

  take(state) {
    if (!state.students || state.stamp === this.stamp) return;
    this.stamp = state.stamp;
    this.students = state.students;
    this.tell("change");
  }

  // Decides: [{student, criterion, points, reason}]; `points` null takes back.
  decide(decisions, { undoing = false } = {}) {
    if (!this.by) {
      this.tell("no_name");
      return false;
    }
    const before = [];
    for (const one of decisions) {
      const award = this.award(one.student, one.criterion);
      before.push({
        student: one.student,
        criterion: one.criterion,
        points: award?.person ? award.points : null,
        reason: award?.person ? award.reason : "",
      });
      const key = `${one.student} ${one.criterion}`;
      const basis = this.waiting.get(key)?.basis ?? award?.basis ?? "";
      this.waiting.set(key, { reason: "", ...one, basis });
    }
    if (!undoing) this.history.push(before);
    this.tell("change");
    this.send();
    return true;
  }

  undo() {
    const before = this.history.pop();
    if (before) this.decide(before, { undoing: true });
    return before;
  }

  async send() {
    if (this.sending || !this.waiting.size) return;
    this.sending = true;
    this.tell("saving");
    const sent = new Map([...this.waiting].slice(0, this.alone ? 1 : MOST));
    const answer = await post("/decide", { by: this.by, decisions: [...sent.values()] });
    this.sending = false;
    if (!answer) {
      this.tell("unsaved");
      setTimeout(() => this.send(), TRY_AGAIN);
      return;
    }
    this.alone = Math.max(0, this.alone - 1);
    if (!answer.ok && !answer.body.conflicts && sent.size > 1) {
      this.alone = sent.size;
      return this.send();
    }
    // Nothing was stored because of some of them: the others are sent again.
    const theirs = answer.body.conflicts?.map((one) => `${one.student} ${one.criterion}`);
    for (const [key, one] of sent) {
      if (this.waiting.get(key) === one && (theirs?.includes(key) ?? true)) this.waiting.delete(key);
    }
    // What was decided anew while this was under way was decided upon what is stored now.
    for (const [key, one] of this.waiting) {
      const award = answer.body.students?.[one.student]?.awards[one.criterion];
      if (answer.ok && sent.has(key) && award) one.basis = award.basis;
    }
    if (answer.body.students) this.take(answer.body);
    if (answer.body.conflicts) this.tell("conflict", { conflicts: answer.body.conflicts, sent });
    else if (answer.body.error) this.tell("refused", answer.body.error);
    else if (!answer.ok) this.tell("refused", null);
    else this.tell("saved");
    setTimeout(() => this.send(), answer.ok ? 0 : TRY_AGAIN); // what was said can be read
  }

  tell(type, detail) {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }
}

// Posts JSON; null when no answer came, and it may be tried again.
export async function post(address, body) {
  const text = JSON.stringify(body);
  try {
    const answer = await fetch(address, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: text,
      keepalive: text.length < KEPT_ALIVE,
    });
    // 403: another `grader review` at the same port, or a cookie that is gone; its address helps.
    if (answer.status >= 500 || answer.status === 403) return null;
    return { ok: answer.ok, body: isJson(answer) ? await answer.json() : {} };
  } catch {
    return null;
  }
}

function isJson(answer) {
  return (answer.headers.get("Content-Type") ?? "").includes("json");
}

export const book = new Book();

const words = document.querySelector("#words");
export function say(key) {
  return words.content.querySelector(`[data-key="${key}"]`).cloneNode(true);
}

const saved = document.querySelector("#saved");
for (const key of ["saved", "saving", "unsaved", "offline", "conflict", "no_name"]) {
  book.addEventListener(key, () => saved.replaceChildren(say(key)));
}
for (const key of ["refused", "trouble"]) {
  book.addEventListener(key, ({ detail }) => {
    const lang = document.querySelector("#show-ja").checked ? "ja" : "en";
    saved.replaceChildren(detail ? detail[lang] : say("refused"));
  });
}
let cutOff = false;
for (const key of ["offline", "trouble"]) book.addEventListener(key, () => (cutOff = true));
book.addEventListener("online", () => {
  if (cutOff && !book.waiting.size) saved.replaceChildren();
  cutOff = false;
});

const by = document.querySelector("#by");
by.value ||= localStorage.getItem("grader-by") ?? "";
by.addEventListener("change", () => localStorage.setItem("grader-by", by.value));
for (const lang of ["ja", "en"]) {
  const choice = document.querySelector(`#show-${lang}`);
  if (localStorage.getItem("grader-lang") === lang) choice.checked = true;
  choice.addEventListener("change", () => localStorage.setItem("grader-lang", lang));
}
addEventListener("beforeunload", (event) => {
  if (book.waiting.size) event.preventDefault();
});
book.look();
setInterval(() => book.look(), LOOK_EVERY);
