// Fills panes with fragments of a student's work, wherever one is shown: report, evidence, program.

const AGAIN = 1500; // milliseconds, until what was not ready is asked for again
const MOST_TRIES = 25;
const AS = "grader-word"; // how Word reports are shown: "pages", "text", "" = as the machine can

const asked = (address) => {
  const as = sessionStorage.getItem(AS);
  return as && address.includes("/report?") ? `${address}&as=${as}` : address;
};
const pause = () => new Promise((done) => setTimeout(done, AGAIN));

// Loads a fragment into an element; one that is still being made is asked for until it is there.
// Resolves to whether it could be loaded. A later call for the same element wins.
export async function load(place, address) {
  const mine = (place.loading = Symbol(address));
  place.setAttribute("aria-busy", "true");
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    let answer;
    try {
      answer = await fetch(asked(address));
    } catch {
      answer = null;
    }
    if (place.loading !== mine) return true;
    if (!answer?.ok) {
      place.setAttribute("aria-busy", "false");
      return false;
    }
    const text = await answer.text();
    if (place.loading !== mine) return true;
    // Made by our own templates, which escape what students wrote; scripts in it would not run.
    place.innerHTML = text;
    if (!place.querySelector("[data-again]")) break;
    await pause();
  }
  place.setAttribute("aria-busy", "false");
  place.again = () => load(place, address);
  place.dispatchEvent(new Event("filled"));
  showLater(place, mine);
  return true;
}

// Pages that are still being made take the place of a text once they are there; where somebody is
// reading it already, a button offers them.
async function showLater(place, mine) {
  const note = place.querySelector("[data-later]");
  for (let tries = 0; note && tries < 2 * MOST_TRIES; tries += 1) {
    await pause();
    if (place.loading !== mine) return;
    const answer = await fetch(note.dataset.later).catch(() => null);
    if (!answer?.ok || place.loading !== mine) return;
    if (answer.status === 202) continue;
    const pane = place.closest(".pane");
    const reading = pane && Math.abs(pane.scrollTop - (pane.jumped ?? 0)) > 1;
    const offer = document.querySelector("#offer-pages");
    if (reading && offer) note.replaceChildren(offer.content.cloneNode(true));
    else place.again();
    return;
  }
}

document.addEventListener("click", (event) => {
  const as = event.target.closest?.("[data-as]")?.dataset.as;
  if (as === undefined) return;
  if (as) sessionStorage.setItem(AS, as);
  for (let place = event.target; place; place = place.parentElement) place.again?.();
  if (as) document.dispatchEvent(new Event("grader-as"));
});

// A page that is not drawn yet is asked for again; one that cannot be drawn says so.
document.addEventListener(
  "error",
  (event) => {
    const picture = event.target;
    const leaf = picture instanceof HTMLImageElement ? picture.closest(".leaf") : null;
    if (!leaf) return;
    picture.tries = (picture.tries ?? 0) + 1;
    const address = new URL(picture.src);
    if (picture.tries > MOST_TRIES) {
      fail(leaf);
      return;
    }
    fetch(address).then(
      (answer) => {
        if (answer.ok) {
          setTimeout(() => {
            address.searchParams.set("try", picture.tries);
            picture.src = address;
          }, AGAIN);
        } else {
          fail(leaf);
        }
      },
      () => fail(leaf),
    );
  },
  true,
);

function fail(leaf) {
  leaf.hidden = true;
  leaf.parentElement.querySelector(".page-failed").hidden = false;
}

// Jumps within a pane without changing the address, and shows where.
document.addEventListener("click", (event) => {
  const link = event.target.closest?.("[data-jump]");
  if (!link) return;
  event.preventDefault();
  const goal = document.getElementById(link.dataset.jump);
  if (!goal) return;
  for (const before of document.querySelectorAll(".jumped")) before.classList.remove("jumped");
  const shown = [goal.closest(".row, g, figure, li") ?? goal];
  const number = link.dataset.jump.replace(/^mark-[^-]*-/, "");
  const pane = goal.closest(".report-text");
  if (pane) shown.push(...pane.querySelectorAll(`[data-mark="${CSS.escape(number)}"]`));
  for (const each of shown) each.classList.add("jumped");
  goal.scrollIntoView({ block: "center", behavior: "instant" });
  goal.focus({ preventScroll: true });
});
