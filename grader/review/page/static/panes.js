// What is looked at: pieces of HTML that the server makes for one student, fetched ahead and kept as
// they are, pictures included, so that the next student stands there at once.

import { book, say } from "./book.js";
import { load } from "./fragments.js";

const KEPT = 24; // pieces
const SEEN = "grader-seen";

// Whom this tab has shown, and upon which evidence: student -> its key.
export const seen = new Map(JSON.parse(sessionStorage.getItem(SEEN) ?? "[]"));

export class Panes extends EventTarget {
  constructor(root, chapter) {
    super();
    this.chapter = chapter; // of the report that is read for the points, "" = all of it
    this.sections = new Map([...root.children].map((one) => [one.dataset.pane, one]));
    this.pieces = new Map(); // address and evidence -> piece
    this.student = "";
    this.blind = true;
    document.addEventListener("grader-as", () => this.forget());
  }

  get open() {
    return [...this.sections].filter(([, section]) => !section.hidden).map(([name]) => name);
  }

  // Says which evidence of a student is there now; what was fetched before is another piece.
  piece(student, name) {
    const evidence = book.students[student]?.evidence ?? "";
    const address = `/student/${student}/${name}?blind=${Number(this.blind)}`;
    const key = `${address} ${evidence}`;
    const known = this.pieces.get(key);
    if (known) {
      this.pieces.delete(key);
      this.pieces.set(key, known); // used last, kept longest
      return known;
    }
    const piece = { node: document.createElement("div"), evidence, state: "loading" };
    piece.node.addEventListener("filled", () => this.jump(piece.node));
    piece.node.append(say("loading"));
    piece.ready = fill(piece, address).then(() => {
      if (piece.state === "not_loaded") this.pieces.delete(key);
    });
    this.pieces.set(key, piece);
    for (const old of this.pieces.keys()) {
      if (this.pieces.size <= KEPT) break;
      this.pieces.delete(old);
    }
    return piece;
  }

  show(student) {
    const other = student !== this.student;
    this.student = student;
    for (const name of this.open) {
      const section = this.sections.get(name);
      const piece = this.piece(student, name);
      if (section.firstChild === piece.node) continue;
      section.replaceChildren(piece.node);
      if (!other) continue;
      section.scrollTop = section.jumped = 0;
      this.jump(piece.node);
      piece.ready.then(() => this.note(student, piece));
    }
  }

  // Goes to the chapter that is read for the points, where a student has one.
  jump(node) {
    const section = node.parentElement;
    const link = section && this.chapter && node.querySelector(`[data-chapter="${CSS.escape(this.chapter)}"]`);
    const goal = link && document.getElementById(link.dataset.jump);
    if (!goal) return;
    const above = goal.getBoundingClientRect().top - section.getBoundingClientRect().top;
    section.scrollTop += above - section.clientHeight / 8;
    section.jumped = section.scrollTop;
  }

  // Remembers who was on the screen, once there was something to see.
  note(student, piece) {
    if (piece.state !== "there" || !piece.node.isConnected || student !== this.student) return;
    if (seen.get(student) === piece.evidence) return;
    seen.set(student, piece.evidence);
    sessionStorage.setItem(SEEN, JSON.stringify([...seen]));
    this.dispatchEvent(new Event("seen"));
  }

  ahead(students) {
    for (const student of students) for (const name of this.open) this.piece(student, name);
  }

  // Forgets what was fetched ahead.
  forget() {
    for (const [key, piece] of this.pieces) if (!piece.node.isConnected) this.pieces.delete(key);
  }

  // Forgets everything that was fetched: what was shown with names is not kept for later.
  setBlind(blind) {
    this.blind = blind;
    this.pieces.clear();
    for (const section of this.sections.values()) section.replaceChildren();
  }

  toggle(name) {
    const section = this.sections.get(name);
    section.hidden = !section.hidden;
    if (section.hidden) section.replaceChildren();
    else this.show(this.student);
    return !section.hidden;
  }
}

async function fill(piece, address) {
  piece.state = (await load(piece.node, address)) ? "there" : "not_loaded";
  if (piece.state !== "there") piece.node.replaceChildren(say(piece.state));
}
