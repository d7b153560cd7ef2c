// What is the same in all rows of a table, such as the day, stands once above them.

import { fill, inputOf } from "./cells.js";
import { filled, plain } from "./words.js";

const { made } = window.sitegen;

export class Shared {
  constructor(form, entry, texts) {
    Object.assign(this, { form, entry, texts });
    this.place = form.querySelector(".choices");
    form.addEventListener("shown", () => this.show());
  }

  /** The fields, made anew where they are others: the club always stands there, for the name of the file too. */
  show() {
    const columns = this.entry.shared.filter(({ name }) => name !== "club");
    const named = [this.entry.table.name, ...columns.map(({ name }) => name)].join();
    if (named !== this.named) {
      for (const each of this.place.querySelectorAll("[data-shared]:not([data-shared=club])")) each.remove();
      this.place.append(...columns.map((each) => this.field(each)));
    }
    this.named = named;
    for (const { name } of columns) {
      const input = this.place.querySelector(`[data-shared="${CSS.escape(name)}"] :is(input, select)`);
      if (input !== document.activeElement) fill(input, this.entry.rows[0]?.cells[name] ?? "");
    }
  }

  field(column) {
    const input = inputOf(column, this.texts);
    input.removeAttribute("placeholder");
    input.addEventListener("input", () => {
      this.entry.share(column.name, plain(input.value));
      this.form.dispatchEvent(new Event("typed"));
    });
    return made("div", { "data-shared": column.name, "data-kind": column.kind }, made("label", {}, filled(this.texts.all, { column: column.label }), " ", input));
  }
}
