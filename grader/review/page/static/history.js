// What changed: who decided what about a cell, and what was handed in anew.

import { load } from "./fragments.js";

const dialog = document.querySelector("#history");

// Without a criterion, all of them.
export function openHistory(student, criterion, blind) {
  const query = `blind=${Number(blind)}`;
  const about = criterion ? `criterion=${encodeURIComponent(criterion)}&` : "";
  for (const [name, more] of [["history", about], ["changes", ""]]) {
    const place = dialog.querySelector(`[data-part="${name}"]`);
    place.replaceChildren();
    load(place, `/student/${student}/${name}?${more}${query}`).then((there) => {
      dialog.querySelector(".pane-failed").hidden = there;
    });
  }
  if (!dialog.open) dialog.showModal();
  dialog.focus();
}
