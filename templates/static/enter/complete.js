// Players found by the beginnings of their names, without accents and in any order; one key or one tap takes one.
// Who is found is known before the event of a key ends; the list is drawn when the browser draws, after all keys till then.

import { called } from "./words.js";

const { made, wordsOf } = window.sitegen;
const MOST = 5;
const APART = 4; // pixels between a cell and its list

export class Complete {
  /** `onTaken` is called with the cell in which a player was put. */
  constructor(body, players, onTaken) {
    Object.assign(this, { players, onTaken, found: [] });
    this.list = made("ul", { id: "matching", class: "matching", role: "listbox", popover: "manual" });
    body.closest("form").append(this.list);
    body.addEventListener("input", ({ target }) => this.isOurs(target) && this.open(target));
    body.addEventListener("focusout", () => this.close());
    body.addEventListener("keydown", (event) => this.isOpen && this.pressed(event), { capture: true });
    const put = () => this.isDrawn && this.put();
    window.addEventListener("scroll", put, { passive: true, capture: true });
    new ResizeObserver(put).observe(body.closest("table")); // what is said beside cells moves those below
    for (const name of ["resize", "scroll"]) window.visualViewport?.addEventListener(name, put);
    this.list.addEventListener("pointerdown", (event) => event.preventDefault()); // the cell keeps the focus
    this.list.addEventListener("click", ({ target }) => this.take(target.closest("li")?.dataset.id));
  }

  isOurs(input) {
    return input.closest("td")?.dataset.kind === "player";
  }

  get isOpen() {
    return this.found.length > 0;
  }

  get isDrawn() {
    return this.list.childElementCount > 0;
  }

  open(input) {
    const found = this.players.matching(wordsOf(input.value), MOST);
    const isDone = found.length === 1 && called(found[0].name) === called(input.value);
    if (!found.length || isDone) return this.close();
    cancelAnimationFrame(this.frame);
    Object.assign(this, { input, found, at: 0 });
    this.frame = requestAnimationFrame(() => this.draw());
  }

  draw() {
    const { input, list } = this;
    list.replaceChildren(...this.found.map(option));
    input.setAttribute("role", "combobox");
    input.setAttribute("aria-expanded", "true");
    input.setAttribute("aria-controls", list.id);
    this.mark(this.at);
    list.showPopover?.();
    this.put();
  }

  /** Below its cell, or above it where there is more room; a keyboard may lie over what is below. */
  put() {
    const { left, top, bottom, width } = this.input.getBoundingClientRect();
    const { offsetTop = 0, height = window.innerHeight } = window.visualViewport ?? {};
    const [above, below] = [top - APART - offsetTop, offsetTop + height - bottom - APART];
    this.list.style.maxHeight = "";
    const wanted = this.list.offsetHeight;
    const isAbove = below < wanted && above > below;
    const room = Math.max(0, Math.min(wanted, isAbove ? above : below));
    const right = document.documentElement.clientWidth - this.list.offsetWidth - APART;
    const style = { left: `${Math.max(APART, Math.min(left, right))}px`, top: `${isAbove ? top - APART - room : bottom + APART}px` };
    Object.assign(this.list.style, style, { minWidth: `${width}px`, maxHeight: `${room}px` });
    this.list.classList.toggle("above", isAbove); // the best of them stands nearest to the cell
    this.list.querySelector("[aria-selected=true]")?.scrollIntoView({ block: "nearest" });
  }

  close() {
    if (!this.isOpen) return;
    cancelAnimationFrame(this.frame);
    this.found = [];
    if (!this.isDrawn) return;
    this.list.replaceChildren();
    this.list.hidePopover?.();
    this.input.setAttribute("aria-expanded", "false");
    this.input.removeAttribute("aria-activedescendant");
  }

  /** One of those who were found, counted round. */
  mark(at) {
    this.at = (at + this.found.length) % this.found.length;
    [...this.list.children].forEach((each, place) => each.setAttribute("aria-selected", String(place === this.at)));
    if (this.isDrawn) this.input.setAttribute("aria-activedescendant", `matching-${this.at}`);
  }

  pressed(event) {
    const [on, back] = this.list.classList.contains("above") ? ["ArrowUp", "ArrowDown"] : ["ArrowDown", "ArrowUp"];
    if (event.key === on) this.mark(this.at + 1);
    else if (event.key === back) this.mark(this.at - 1);
    else if (event.key === "Enter" && !event.isComposing) this.take(this.found[this.at].id);
    else if (event.key === "Escape") this.close();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  take(id) {
    if (!id) return;
    const { input } = this;
    input.value = this.players.nameOf(id);
    input.dispatchEvent(new Event("input", { bubbles: true }));
    this.close();
    this.onTaken(input);
  }
}

const option = ({ id, name, club, note }, at) => {
  const beside = [club, note].filter(Boolean).join(", ");
  const state = note ? { class: "note" } : {};
  return made("li", { id: `matching-${at}`, role: "option", "data-id": id, ...state }, name, ...(beside ? [" ", made("small", {}, beside)] : []));
};
