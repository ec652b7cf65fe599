// One worker: starts Python, says when it is ready, checks once. The page ends it.
import { loadPyodide } from "./python/pyodide.js";

const KIT = "/kit";
const FOLDER = "/files";
const SIGINT = 2;
let python = null;
let worker = null;

// What was fetched here once is not fetched again by Pyodide, and has the type that it expects.
const fetched = new Map();
const fetchAnew = self.fetch.bind(self);
self.fetch = (target, options) => {
  const kept = fetched.get(new URL(target instanceof Request ? target.url : target, self.location.href).href);
  if (!kept) return fetchAnew(target, options);
  const type = kept.name.endsWith(".wasm") ? "application/wasm" : "application/octet-stream";
  return Promise.resolve(new Response(kept.bytes, { headers: { "Content-Type": type } }));
};

async function fetchAll(site) {
  const total = Object.values(site.files).reduce((sum, size) => sum + size, 0);
  let loaded = 0;
  for (const name of Object.keys(site.files)) {
    if (/\.(js|css|svg)$/.test(name)) {
      loaded += site.files[name];
      continue;
    }
    const url = new URL(name, self.location.href).href;
    const answer = await fetchAnew(url);
    if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
    const bytes = new Uint8Array(site.files[name]);
    let at = 0;
    for (const reader = answer.body.getReader(); ; ) {
      const { done, value } = await reader.read();
      if (done) break;
      if (at + value.length > bytes.length) throw new Error(`${name}: too long`);
      bytes.set(value, at);
      at += value.length;
      self.postMessage({ type: "progress", share: (loaded + at) / total });
    }
    if (at !== bytes.length) throw new Error(`${name}: too short`);
    loaded += at;
    fetched.set(url, { name, bytes });
  }
  self.postMessage({ type: "progress", share: 1 });
}

function bytesOf(name) {
  return fetched.get(new URL(name, self.location.href).href).bytes;
}

// Python asks the buffer now and then whether there is a signal; the clock answers, once.
let end = 0;
function setAlarm(seconds) {
  end = seconds ? performance.now() + seconds * 1000 : 0;
}
const alarm = {
  length: 1,
  get 0() {
    if (!end || performance.now() < end) return 0;
    end = 0;
    return SIGINT;
  },
  set 0(_) {},
};

async function start(site) {
  await fetchAll(site);
  const nothing = () => {};
  python = await loadPyodide({
    indexURL: new URL("python/", self.location.href).href,
    lockFileContents: {
      info: { abi_version: "2026_0", arch: "wasm32", platform: "emscripten_5_0_3", python: "3.14.2", version: site.pyodide },
      packages: {},
    },
    packageBaseUrl: new URL("python/", self.location.href).href,
    stdout: nothing,
    stderr: nothing,
  });
  const wheels = site.wheels.map((name) => new URL(name, self.location.href).href);
  await python.loadPackage(wheels, { messageCallback: nothing, errorCallback: nothing });
  python.unpackArchive(bytesOf("grader.zip"), "zip", { extractDir: "/grader" });
  python.FS.mkdirTree(KIT);
  python.FS.writeFile(`${KIT}/${site.kit}`, bytesOf(site.kit));
  fetched.clear();
  python.setInterruptBuffer(alarm);
  python.runPython("import sys; sys.path.insert(0, '/grader')");
  const module = python.pyimport("grader.web.worker");
  worker = module.Worker.callKwargs(KIT, setAlarm, { stood_in: site.stoodIn });
  for (const way of ["fetch", "XMLHttpRequest", "WebSocket", "WebTransport", "EventSource", "Worker"]) {
    Object.defineProperty(self, way, { value: undefined }); // nothing is to leave from here on
  }
  self.postMessage({ type: "ready" });
}

function check(files, fates) {
  python.FS.mkdirTree(FOLDER);
  for (const { name, bytes } of files) python.FS.writeFile(`${FOLDER}/${name}`, bytes);
  const tell = (count, seconds) => self.postMessage({ type: "asked", count, seconds });
  self.postMessage({ type: "answer", answer: JSON.parse(worker.check(FOLDER, JSON.stringify(fates), tell)) });
}

self.onmessage = async ({ data }) => {
  try {
    if (data.type === "start") await start(data.site);
    else check(data.files, data.fates);
  } catch (error) {
    self.postMessage({ type: "failed", when: data.type, reason: String(error && error.message || error).slice(-2000) });
  }
};
