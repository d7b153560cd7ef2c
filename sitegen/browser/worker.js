// What rates in CI, in the browser of a visitor: a worker that starts Python, takes in our modules and the
// tables of a ranking, and answers what it is asked. Nothing is fetched but from the folder that it lies in.
//
//   worker.postMessage({ id: 1, ask: "rate", ranking: "chess" })
//   -> { progress: { loaded, total } } …, then { id: 1, answer: { "ranking": "rank,player,…", … }, memory }
//   worker.postMessage({ id: 2, ask: "check", ranking: "chess", files: { path: text }, today: "2026-11-21" })
//   -> { id: 2, answer: [{ path, line, column, message, hint, severity, code, also }, …], memory }
//   worker.postMessage({ id: 3, ask: "change", … as before … })
//   -> { id: 3, answer: { problems: […], facts: ["An Peeters won …", …],
//        refused: [{ path, line, said: "Does not count: …" }, …], moves: [{ said: "", heads: ["#", …],
//        rows: [["▲2 5", "An Peeters", "2100", "2112", "+12"], …], left: "and 3 more" }, …], left: "",
//        tables: ["matches: one row added", …], next: null }, memory }; what waits for a list that is still to
//        come has of that in next: { said: "On the list of …", facts: […], moves: […] }
//   worker.postMessage({ id: 4, ask: "data", ranking: "chess" })
//   -> { id: 4, answer: ["ranking.csv", "ranking.json", "lists/2026-10-01/ranking.csv", …], memory }
//   worker.postMessage({ id: 5, ask: "compare", ranking: "chess", path: "ranking.csv", published: "rank,player,…" })
//   -> { id: 5, answer: { figures, differs, cells: [{ row, of, column, published, calculated }, …] }, memory }
//   worker.postMessage({ id: 6, ask: "risers", ranking: "chess", first: "2025-09-01", latest: "2026-06-30" })
//   -> { id: 6, answer: { heads: [{ label, doc, style }, …], rows: [["1", "An Peeters", "+12.5", …], …],
//        pages: ["an-peeters", "", …] }, memory }
// A question can name a `language` of the site to be answered in: "fr".
//
// What cannot be answered comes back as { id, error: { kind, message } }: "ModuleNotFoundError" where a system
// stands on a library that is not here, "NoWebAssembly" where the browser cannot run Python at all or the server
// forbids it, "NotLoaded" where a file is missing or cut off; other kinds are those of Python.

const HERE = new URL("./", import.meta.url);
const RUNTIME = new URL("./pyodide/", HERE);
const UNPACK = `
import importlib, json, sys
from pathlib import Path

folder = Path("/sitegen")
sys.path.insert(0, str(folder))

def unpack(text):
    files = json.loads(text)
    packed = [(path, each.encode()) for path, each in files["texts"].items()]
    packed += [(path, each.encode("latin-1")) for path, each in files["data"].items()]
    for path, data in packed:
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(data)
    importlib.invalidate_caches()

def begun(text):
    unpack(text)
    from sitegen.browser.session import Sessions
    return Sessions(Path("/rankings"))
`;

/** Tells the page how many bytes have come in of what is known to be on its way. */
const progress = {
  loaded: 0,
  total: 0,
  add(loaded, total) {
    this.loaded += loaded;
    this.total += total;
    postMessage({ progress: { loaded: this.loaded, total: this.total } });
  },
};

const fetched = self.fetch.bind(self);
const EMPTY = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]); // the shortest module there is

/** The runtime tells nobody that a part of it did not come or cannot be compiled: whoever waits for it is told here. */
const runtimeIs = { broken: () => {} };

for (const name of ["instantiate", "instantiateStreaming"]) {
  const instantiate = self.WebAssembly?.[name];
  if (!instantiate) continue;
  WebAssembly[name] = (...given) => {
    const made = instantiate(...given);
    made.catch(({ message }) => runtimeIs.broken(message));
    return made;
  };
}

/** Fetches as ever, counting what comes through; a length of packed bytes is no length of what comes. */
self.fetch = async (input, init) => {
  const url = String(input.url ?? input);
  const broken = (why) => url.startsWith(RUNTIME.href) && runtimeIs.broken(`${url.slice(RUNTIME.href.length)}: ${why}`);
  const response = await fetched(input, init).catch((error) => {
    broken(error.message);
    throw error;
  });
  if (!response.ok) broken(response.status);
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
  response.body.pipeTo(counted.writable).catch((error) => broken(error.message));
  return new Response(counted.readable, { status, statusText, headers });
};

/** The text of a file beside this one, as it is now: one of minutes ago may not belong to what is published. */
async function text(name) {
  const response = await self.fetch(new URL(name, HERE), { cache: "no-cache" });
  if (!response.ok) throw new Error(`${name}: ${response.status}`);
  return response.text();
}

/** The runtime, or why there is none. */
async function load() {
  const { loadPyodide } = await import(new URL("pyodide.mjs", RUNTIME));
  const broken = new Promise((_, reject) => (runtimeIs.broken = (why) => reject(new Error(why))));
  try {
    return await Promise.race([broken, loadPyodide({ indexURL: RUNTIME.href })]);
  } catch (error) {
    if (navigator.onLine) await forget();
    throw error;
  }
}

/** What is kept of a runtime that does not run is fetched anew the next time. */
async function forget() {
  for (const name of (await self.caches?.keys()) ?? []) {
    const cache = await caches.open(name);
    const kept = (await cache.keys()).filter(({ url }) => url.startsWith(RUNTIME.href));
    await Promise.all(kept.map((each) => cache.delete(each)));
  }
}

/** Python with our modules in it; started once, at the first question. */
async function start() {
  const [runtime, modules] = await Promise.all([load(), text("sitegen.modules.json")]);
  runtime.runPython(UNPACK);
  const [unpack, begun] = ["unpack", "begun"].map((each) => runtime.globals.get(each));
  return { runtime, unpack, sessions: begun(modules) };
}

const kept = new Map();

/** What comes of a promise, made once; anew where it was broken, as the network may be back. */
function once(name, make) {
  if (!kept.has(name)) {
    const made = make();
    kept.set(name, made);
    made.catch(() => kept.delete(name));
  }
  return kept.get(name);
}

const python = () => once("python", start);

/** The modules of a system. */
async function take(system) {
  const [{ unpack }, modules] = await Promise.all([python(), text(`systems/${encodeURIComponent(system)}.json`)]);
  unpack(modules);
}

/** The tables of a ranking: like its system they are on their way while Python starts. */
async function open(ranking) {
  const said = await text(`${ranking}.json`);
  const system = JSON.parse(said).ranking.name_of_system;
  const [{ sessions }] = await Promise.all([python(), once(`systems/${system}`, () => take(system))]);
  sessions.open_ranking(ranking, said);
}

/** Whether WebAssembly runs here; where the policy of the server forbids it, nothing can be compiled. */
function canRun() {
  try {
    return Boolean(new WebAssembly.Module(EMPTY));
  } catch {
    return false;
  }
}

async function answer(asked) {
  if (!canRun()) throw Object.assign(new Error("WebAssembly"), { type: "NoWebAssembly" });
  const [{ runtime, sessions }] = await Promise.all([python(), once(asked.ranking, () => open(asked.ranking))]);
  const found = JSON.parse(sessions.answer(JSON.stringify(asked)));
  return { answer: found, memory: runtime._module.HEAPU8.length };
}

self.addEventListener("message", async ({ data: asked }) => {
  try {
    postMessage({ id: asked.id, ...(await answer(asked)) });
  } catch (error) {
    const lines = error.message.trim().split("\n");
    postMessage({ id: asked.id, error: { kind: error.type ?? "NotLoaded", message: lines.at(-1) } });
  }
});
