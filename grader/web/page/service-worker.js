// Keeps every file of this version of the page, so that it works without a network. A newer version
// takes over when no page of the older one is open.
const CACHE = `grader ${self.registration.scope} ${VERSION}`;
const MINE = `grader ${self.registration.scope} `;

self.addEventListener("install", (event) => {
  event.waitUntil(
    caches.open(CACHE).then((cache) => cache.addAll(FILES.map((name) => new Request(name, { cache: "no-cache" }))))
  );
});

self.addEventListener("activate", (event) => {
  const old = (names) => names.filter((name) => name.startsWith(MINE) && name !== CACHE);
  event.waitUntil(
    caches.keys().then((names) => Promise.all(old(names).map((name) => caches.delete(name)))).then(() => self.clients.claim())
  );
});

self.addEventListener("fetch", (event) => {
  if (event.request.method !== "GET") return;
  event.respondWith(
    caches.open(CACHE).then((cache) => cache.match(event.request, { ignoreSearch: true })).then((kept) => kept || fetch(event.request))
  );
});
