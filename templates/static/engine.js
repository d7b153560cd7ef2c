// What pages share that ask the engine: the worker that it runs in, and what keeps it for days without a network.
"use strict";

(() => {
  const { FROM_DISK, locale } = window.sitegen;
  const MEGABYTE = 2 ** 20;
  const PATIENCE = 3000; // for what keeps the engine without a network: without it everything works too
  const canCalculate = !FROM_DISK && typeof WebAssembly !== "undefined" && typeof Worker !== "undefined";

  /** The engine: each question has an answer, or an error. */
  class Engine {
    constructor(address, told) {
      this.waiting = new Map();
      this.asked = 0;
      this.worker = new Worker(address, { type: "module" });
      this.worker.addEventListener("message", ({ data }) => (data.progress ? told(data.progress) : this.take(data)));
      this.worker.addEventListener("error", ({ message }) => this.fail(message ?? ""));
    }

    ask(question) {
      this.asked += 1;
      if (this.failed) return Promise.reject(this.failed);
      return new Promise((resolve, reject) => {
        this.waiting.set(this.asked, { resolve, reject });
        this.worker.postMessage({ id: this.asked, ...question });
      });
    }

    take({ id, answer, error }) {
      const { resolve, reject } = this.waiting.get(id);
      this.waiting.delete(id);
      if (error) reject(new Error(error.message));
      else resolve(answer);
    }

    /** The worker cannot be fetched, or has ended: nothing more will be answered. */
    fail(message) {
      this.failed = new Error(message);
      for (const { reject } of this.waiting.values()) reject(this.failed);
      this.waiting.clear();
    }
  }

  /** What keeps the engine, and this page, for days without a network. */
  async function keep(script) {
    const { serviceWorker } = navigator;
    if (!serviceWorker) return;
    const taken = new Promise((done) => serviceWorker.addEventListener("controllerchange", done, { once: true }));
    try {
      await serviceWorker.register(script);
      if (!serviceWorker.controller) await Promise.race([taken, new Promise((done) => setTimeout(done, PATIENCE))]);
      const needed = [...document.querySelectorAll("link[rel=stylesheet], link[rel=modulepreload], script[src]")].map(({ href, src }) => href || src);
      await Promise.all([window.location.href.split("#")[0], ...needed].map((each) => fetch(each)));
    } catch {
      // then there is nothing to use without a network
    }
  }

  /** For a bar that shows what has been loaded: how much there is, how much has come, and what is said beside it. */
  function loadedOf(bytes, { bytes: expected, loaded: text }) {
    const total = Math.max(bytes, Number(expected));
    const written = (each) => (each / MEGABYTE).toLocaleString(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
    return [total, bytes, text.replace("{loaded}", written(bytes)).replace("{total}", written(total))];
  }

  Object.assign(window.sitegen, { Engine, canCalculate, keep, loadedOf });
})();
