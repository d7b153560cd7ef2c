// What reads, checks and rates, asked about what is entered: one question at a time, and none that is outdated.

import { dayIn } from "./words.js";

const { Engine, canCalculate, keep, whyNot } = window.sitegen;
const CHECKING = 60_000; // milliseconds for an answer: then the columns alone have to do
const WEIGHING = 90_000;

export class Asking {
  /** `onProgress` is called with how much of the engine has come. */
  constructor(page, entry, onProgress) {
    Object.assign(this, { page, entry, onProgress });
    this.form = page.querySelector("form");
    this.hasEngine = canCalculate && "engine" in page.dataset;
    this.isLive = this.hasEngine;
    this.number = 0;
    this.why = "";
    const beside = page.querySelector("#list-players").dataset.beside;
    if (this.hasEngine) this.kept = keep(`${entry.base}offline.js`, ...(beside ? [beside] : []));
    window.addEventListener("online", () => this.again());
  }

  /** The answer; nothing where there is nobody who answers, or where it is asked anew before it is its turn. */
  async ask(what, files) {
    this.number += 1;
    const { number } = this;
    while (this.running) await this.running;
    if (number !== this.number || !this.isLive) return null;
    this.what = what;
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
    const patience = what === "check" ? CHECKING : WEIGHING;
    this.why = "";
    try {
      if (what === "preview" && this.tooHeavy) throw this.tooHeavy;
      await Promise.race([this.kept, new Promise((done) => (this.goOn = done))]);
      if (!this.isLive) throw { kind: "Stopped", message: "" };
      this.engine ??= new Engine(new URL(`${this.entry.base}engine/worker.js`, window.location), this.onProgress);
      return await this.engine.ask({ ask: what, ranking, files: given, today, language: document.documentElement.lang }, patience);
    } catch (error) {
      this.why = whyNot(error, this.page);
      if (what === "check") this.leave(); // what a change does may be the one thing that is not known here
      else if (this.engine?.failed) this.tooHeavy = error;
      if (this.engine?.failed) this.engine = undefined;
      return null;
    }
  }

  /** Nobody waits any longer: what the columns alone say has to do, or what a change does is not told. */
  stop() {
    this.engine?.end();
    if (this.what === "check") this.leave();
    this.goOn?.();
  }

  /** Nobody answers, until somebody tries it again or there is a network again. */
  leave() {
    this.isLive = false;
    this.engine?.end();
    this.engine = undefined;
  }

  again() {
    if (this.isLive || !this.hasEngine) return;
    this.isLive = true;
    this.tooHeavy = null;
    this.form.dispatchEvent(new Event("entered"));
  }
}
