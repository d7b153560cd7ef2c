// The engine in a visitor's browser: a worker that starts Python, loads our modules and the data of a ranking,
// and answers requests. It fetches nothing from outside its own folder.
//
//   worker.postMessage({ id: 1, ask: "rate", ranking: "chess" })
//   -> { progress: { loaded, total } } …, then { id: 1, answer: { "ranking": "rank,player,…", … }, memory }
//   worker.postMessage({ id: 2, ask: "check", ranking: "chess", files: { path: text }, today: "2026-11-21" })
//   -> { id: 2, answer: [{ path, line, column, message, hint, severity, code, also }, …], memory }
//   worker.postMessage({ id: 3, ask: "preview", … as before … })
//   -> { id: 3, answer: { problems: […], facts: ["An Peeters won …", …],
//        uncounted: [{ path, line, message: "Does not count: …" }, …], moves: [{ title: "", columns: ["#", …],
//        rows: [["▲2 5", "An Peeters", "2100", "2112", "+12"], …], omitted: "and 3 more" }, …], omitted: "",
//        tables: ["matches: one row added", …], next: null }, memory }; where results wait for a
//        future list, next is { title: "On the list of …", facts: […], moves: […] }
//   worker.postMessage({ id: 4, ask: "digests", ranking: "chess" })
//   -> { id: 4, answer: { "ranking.csv": { digest: "9f86d0…", figures: 120 }, "lists/2026-10-01/ranking.csv": … }, memory }
//   worker.postMessage({ id: 5, ask: "compare", ranking: "chess", path: "ranking.csv", published: "rank,player,…" })
//   -> { id: 5, answer: { differences, cells: [{ row, player, column, published, calculated }, …] }, memory }
//   worker.postMessage({ id: 6, ask: "risers", ranking: "chess", first: "2025-09-01", latest: "2026-06-30" })
//   -> { id: 6, answer: { columns: [{ label, doc, style }, …], rows: [["1", "An Peeters", "+12.5", …], …],
//        pages: ["an-peeters", "", …] }, memory }
// A request can name a `language` of the site for its answer: "fr".
//
// A failure is answered with { id, error: { kind, message } }: "ModuleNotFoundError" where a system needs a
// library that is missing, "NoWebAssembly" where the browser cannot run Python or the server forbids it,
// "NotLoaded" where a file is missing or cut off; other kinds are the names of Python exceptions.

const HERE = new URL("./", import.meta.url);
const RUNTIME = new URL("./pyodide/", HERE);
const UNPACK = `
import importlib, json, sys
from pathlib import Path

folder = Path("/sitegen")
sys.path.insert(0, str(folder))

def unpack(text):
    files = json.loads(text)
    contents = [(path, content.encode()) for path, content in files["texts"].items()]
    contents += [(path, content.encode("latin-1")) for path, content in files["data"].items()]
    for path, data in contents:
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(data)
    importlib.invalidate_caches()

def create_sessions(text):
    unpack(text)
    from sitegen.browser.session import Sessions
    return Sessions(Path("/rankings"))
`;

/** Posts how many bytes have arrived, of how many that are known to be coming. */
const progress = {
  loaded: 0,
  total: 0,
  add(loaded, total) {
    this.loaded += loaded;
    this.total += total;
    postMessage({ progress: { loaded: this.loaded, total: this.total } });
  },
};

const nativeFetch = self.fetch.bind(self);
const EMPTY = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]); // the shortest WebAssembly module

/** Called where a file of the runtime fails to load or compile, as the runtime itself reports neither. */
const runtimeFailure = { report: () => {} };

for (const name of ["instantiate", "instantiateStreaming"]) {
  const instantiate = self.WebAssembly?.[name];
  if (!instantiate) continue;
  WebAssembly[name] = (...parameters) => {
    const instance = instantiate(...parameters);
    instance.catch(({ message }) => runtimeFailure.report(message));
    return instance;
  };
}

/** Fetch and count the bytes; the length of a compressed response says nothing of the bytes that arrive. */
self.fetch = async (input, init) => {
  const url = String(input.url ?? input);
  const fail = (reason) =>
    url.startsWith(RUNTIME.href) && runtimeFailure.report(`${url.slice(RUNTIME.href.length)}: ${reason}`);
  const response = await nativeFetch(input, init).catch((error) => {
    fail(error.message);
    throw error;
  });
  if (!response.ok) fail(response.status);
  const isPacked = response.headers.has("Content-Encoding");
  const length = isPacked ? 0 : Number(response.headers.get("Content-Length") ?? 0);
  progress.add(0, length);
  if (!response.ok || !response.body) return response;
  const counted = new TransformStream({
    transform(chunk, controller) {
      progress.add(chunk.byteLength, length ? 0 : chunk.byteLength);
      controller.enqueue(chunk);
    },
  });
  const { status, statusText, headers } = response;
  response.body.pipeTo(counted.writable).catch((error) => fail(error.message));
  return new Response(counted.readable, { status, statusText, headers });
};

/** The current text of a file beside this one: an older copy may not match the published site. */
async function text(name) {
  const response = await self.fetch(new URL(name, HERE), { cache: "no-cache" });
  if (!response.ok) throw new Error(`${name}: ${response.status}`);
  return response.text();
}

/** The runtime; rejects with the reason where it cannot be loaded. */
async function load() {
  const { loadPyodide } = await import(new URL("pyodide.mjs", RUNTIME));
  const failure = new Promise((_, reject) => (runtimeFailure.report = (reason) => reject(new Error(reason))));
  try {
    return await Promise.race([failure, loadPyodide({ indexURL: RUNTIME.href })]);
  } catch (error) {
    if (navigator.onLine) await forget();
    throw error;
  }
}

/** Delete the cached files of a runtime that does not run, so that they are fetched again next time. */
async function forget() {
  for (const name of (await self.caches?.keys()) ?? []) {
    const cache = await caches.open(name);
    const requests = (await cache.keys()).filter(({ url }) => url.startsWith(RUNTIME.href));
    await Promise.all(requests.map((request) => cache.delete(request)));
  }
}

/** Python with our modules in it; started once, at the first request. */
async function start() {
  const [runtime, modules] = await Promise.all([load(), text("sitegen.modules.json")]);
  runtime.runPython(UNPACK);
  const [unpack, createSessions] = ["unpack", "create_sessions"].map((name) => runtime.globals.get(name));
  return { runtime, unpack, sessions: createSessions(modules) };
}

const promises = new Map();

/** The promise of this name, made once; made again where it was rejected, as the network may be back. */
function memoize(name, make) {
  if (!promises.has(name)) {
    const promise = make();
    promises.set(name, promise);
    promise.catch(() => promises.delete(name));
  }
  return promises.get(name);
}

const python = () => memoize("python", start);

/** Unpack the modules of a system. */
async function loadSystem(system) {
  const [{ unpack }, modules] = await Promise.all([python(), text(`systems/${encodeURIComponent(system)}.json`)]);
  unpack(modules);
}

/** Read the data of a ranking: like its system it is fetched while Python starts. */
async function open(ranking) {
  const data = await text(`${ranking}.json`);
  const system = JSON.parse(data).ranking.name_of_system;
  const [{ sessions }] = await Promise.all([python(), memoize(`systems/${system}`, () => loadSystem(system))]);
  sessions.open_ranking(ranking, data);
}

/** Whether WebAssembly runs: a policy of the server can forbid to compile it. */
function canRun() {
  try {
    return Boolean(new WebAssembly.Module(EMPTY));
  } catch {
    return false;
  }
}

async function answer(request) {
  if (!canRun()) throw Object.assign(new Error("WebAssembly"), { type: "NoWebAssembly" });
  const [{ runtime, sessions }] = await Promise.all([
    python(),
    memoize(request.ranking, () => open(request.ranking)),
  ]);
  const result = JSON.parse(sessions.answer(JSON.stringify(request)));
  return { answer: result, memory: runtime._module.HEAPU8.length };
}

self.addEventListener("message", async ({ data: request }) => {
  try {
    postMessage({ id: request.id, ...(await answer(request)) });
  } catch (error) {
    const lines = error.message.trim().split("\n");
    postMessage({ id: request.id, error: { kind: error.type ?? "NotLoaded", message: lines.at(-1) } });
  }
});
