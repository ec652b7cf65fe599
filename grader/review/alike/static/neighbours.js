// What is unusually alike. The class is compared while this page is open the first time: until that
// is done the page is loaded again and again.

import "/static/book.js";

const AGAIN = 2000; // milliseconds

if (document.querySelector("#pending")) setTimeout(() => location.reload(), AGAIN);

// Each program begins where its first marked line is.
for (const side of document.querySelectorAll(".program")) {
  const first = side.querySelector(".is-alike");
  if (first) side.scrollTop = Math.max(0, first.offsetTop - 2 * first.offsetHeight);
}
