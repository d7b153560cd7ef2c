// What reads, checks and rates, asked about what is entered: one question at a time, and none that is outdated.

import { dayIn } from "./words.js";

const { Engine, canCalculate, keep } = window.sitegen;

export class Asking {
  /** `told` hears how much of the engine has come. */
  constructor(page, entry, told) {
    this.entry = entry;
    this.told = told;
    this.form = page.querySelector("form");
    this.isLive = canCalculate && "engine" in page.dataset;
    this.number = 0;
  }

  /** The answer; nothing where there is nobody who answers, or where it is asked anew before it is its turn. */
  async ask(what, files) {
    this.number += 1;
    const { number } = this;
    while (this.running) await this.running;
    if (number !== this.number || !this.isLive) return null;
    this.running = this.answer(what, files);
    const answer = await this.running;
    this.running = null;
    return answer;
  }

  /** It is started by the first question. */
  async answer(what, files) {
    const { ranking, day, zone } = this.entry;
    const today = [day, dayIn(zone)].sort().at(-1);
    const given = Object.fromEntries(files.map(({ path, text }) => [path, text]));
    try {
      this.engine ??= this.start();
      const engine = await this.engine;
      return await engine.ask({ ask: what, ranking, files: given, today, language: document.documentElement.lang });
    } catch {
      if (what === "check") this.leave(); // what a change does may be the one thing that is not known here
      return null;
    }
  }

  /** Nobody answers, until there is a network again. */
  leave() {
    this.engine = undefined;
    this.isLive = false;
    const back = () => {
      this.isLive = true;
      this.form.dispatchEvent(new Event("entered"));
    };
    window.addEventListener("online", back, { once: true });
  }

  async start() {
    const { base } = this.entry;
    await keep(`${base}offline.js`);
    return new Engine(new URL(`${base}engine/worker.js`, window.location), this.told);
  }
}
