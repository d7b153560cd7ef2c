// What pages share that ask the engine: the worker that it runs in, and what keeps it for days without a network.
"use strict";

(() => {
  const { FROM_DISK, numberWritten } = window.sitegen;
  const MEGABYTE = 2 ** 20;
  const PATIENCE = 3000; // for what keeps the engine without a network: without it everything works too
  const LOADING = 45_000; // without a sign of life while it is loaded and started
  const ANSWERING = 120_000; // and for an answer, as long as nobody says otherwise
  const FETCHING = 30_000; // for a file
  const canCalculate = !FROM_DISK && typeof WebAssembly !== "undefined" && typeof Worker !== "undefined";

  /** The engine: each question has an answer, or an error whose `kind` says why there is none. */
  class Engine {
    /** `onProgress` is called with the bytes that have come, of how many. */
    constructor(address, onProgress) {
      Object.assign(this, { onProgress, waiting: new Map(), asked: 0, isStarted: false });
      this.worker = new Worker(address, { type: "module" });
      this.worker.addEventListener("message", ({ data }) => this.hear(data));
      this.worker.addEventListener("error", ({ message }) => this.end("NotLoaded", message || String(address)));
    }

    /** Ask something; an answer is waited for at most so many milliseconds. */
    ask(question, patience = ANSWERING) {
      this.asked += 1;
      if (this.failed) return Promise.reject(this.failed);
      return new Promise((resolve, reject) => {
        this.waiting.set(this.asked, { resolve, reject, patience });
        this.worker.postMessage({ id: this.asked, ...question });
        this.wait();
      });
    }

    hear(data) {
      if (data.progress) this.onProgress(data.progress);
      else this.take(data);
      this.wait();
    }

    take({ id, answer, error }) {
      const { resolve, reject } = this.waiting.get(id);
      this.waiting.delete(id);
      this.isStarted ||= !error;
      if (error) reject(failure(error.kind, error.message));
      else resolve(answer);
    }

    /** From every sign of life on it is waited anew; then it is stopped, whatever it is about. */
    wait() {
      clearTimeout(this.timer);
      const [first] = this.waiting.values();
      if (!first || this.failed) return;
      const [kind, most] = this.isStarted ? ["TooSlow", first.patience] : ["NotStarted", LOADING];
      this.timer = setTimeout(() => this.end(kind, String(most / 1000)), most);
    }

    /** Nothing more will be answered. */
    end(kind = "Stopped", message = "") {
      clearTimeout(this.timer);
      this.worker.terminate(); // and with it all that it holds
      this.failed ??= failure(kind, message);
      for (const { reject } of this.waiting.values()) reject(this.failed);
      this.waiting.clear();
    }
  }

  const failure = (kind, message) => Object.assign(new Error(message), { kind });

  /** Why there is no answer, in the words that an element of the page has for it; else in those of the error. */
  const whyNot = ({ kind, message }, { dataset }) => (dataset[`why${kind}`] ?? message).replace("{what}", message);

  /** A file, at the latest after a while. */
  const fetched = (address, init) => fetch(address, { ...init, signal: AbortSignal.timeout(FETCHING) });

  /** What keeps the engine, and this page, for days without a network; the files `beside` it too. */
  async function keep(script, ...beside) {
    const { serviceWorker } = navigator;
    if (!serviceWorker) return;
    const taken = new Promise((done) => serviceWorker.addEventListener("controllerchange", done, { once: true }));
    const soon = (promise) => Promise.race([promise, new Promise((done) => setTimeout(done, PATIENCE))]);
    try {
      await soon(serviceWorker.register(script));
      if (!serviceWorker.controller) await soon(taken);
      const needed = [...document.querySelectorAll("link[rel=stylesheet], link[rel=modulepreload], script[src]")].map(({ href, src }) => href || src);
      Promise.all([window.location.href.split("#")[0], ...needed, ...beside].map((each) => fetched(each))).catch(() => {});
    } catch {
      // then there is nothing to use without a network
    }
  }

  /** For a bar that shows what has been loaded: how much there is, how much has come, and what is said beside it. */
  function loadedOf(bytes, { bytes: expected, loaded: text, decimal }) {
    const total = Math.max(bytes, Number(expected));
    const written = (each) => numberWritten(each / MEGABYTE, 1, decimal);
    return [total, bytes, text.replace("{loaded}", written(bytes)).replace("{total}", written(total))];
  }

  Object.assign(window.sitegen, { Engine, canCalculate, fetched, keep, loadedOf, whyNot });
})();
