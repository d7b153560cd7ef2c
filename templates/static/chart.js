// Courses of figures over time, of one player or of several: read off day by day, and looked at closer.
"use strict";

(() => {
  const { dayWritten, made, numberWritten, stepsOf } = window.sitegen;
  const DAY = 86400000;
  const MONTHS = [1, 2, 3, 6, 12, 24, 60, 120, 240]; // between two dates that are marked: these and what follows as in charts/axes.py,
  const [MOST_DATES, PHONE_LETTERS, NARROW_LETTERS] = [6, 25, 12]; // which draws the whole of a course; tests/browser/test_written.py compares them
  const LONG = 400; // days of which twelve months are a part
  const [RIM, RING] = [2, 4.5]; // pixels
  const APART = 8; // pixels over which a mouse is drawn to choose a period

  const svg = (name, attributes, ...inside) => {
    const element = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    element.append(...inside);
    return element;
  };
  const dateOf = (day) => new Date(day * DAY);
  const rounded = (number) => String(Number(number.toFixed(1)));

  /** A course as a page has drawn it: days since 1970 with their values, of which those of a rank are below zero. */
  function courseIn(line) {
    const { first, high, decimals, rank, played } = line.parentNode.dataset;
    const begun = Date.parse(first) / DAY;
    const points = stepsOf(line).map(([day, below]) => [begun + day, Number(high) - below]);
    return { points, decimals: Number(decimals), sign: rank === undefined ? 1 : -1, played: played?.split("|") ?? [] };
  }

  /** The place among its points of the last one up to a day; -1 before the first. */
  const placeAt = ({ points }, day) => points.findLastIndex(([each]) => each <= day);

  /** The axis for some values: about four steps, between round numbers; that of ranks does not go above the first. */
  function scaleOf(values, isRank) {
    const [least, most] = [Math.min(...values), Math.max(...values)];
    const width = (most - least) / 4;
    const power = 10 ** Math.floor(Math.log10(width));
    const step = width <= 1 ? 1 : [1, 2, 5, 10].map((each) => each * power).find((each) => each >= width);
    const low = Math.floor(least / step) * step;
    const high = Math.max(Math.ceil(most / step) * step, low + step);
    return isRank && high >= 0 ? { low: Math.min(low, -2), high: -1, step } : { low, high, step };
  }

  /** The levels that are marked on an axis. */
  function levelsOf({ low, high, step }, isRank) {
    const levels = Array.from({ length: Math.round((high - low) / step) + 1 }, (_, place) => low + place * step);
    return isRank ? [...levels.filter((level) => level < high), high] : levels;
  }

  /** The days that are marked between two, each with its label and the class of one at an end. */
  function datesOf(first, last, months) {
    const monthOf = (day) => dateOf(day).getUTCFullYear() * 12 + dateOf(day).getUTCMonth();
    const [begun, ended] = [monthOf(first), monthOf(last)];
    const step = MONTHS.find((each) => Math.floor(ended / each) - Math.floor(begun / each) <= MOST_DATES) ?? MONTHS.at(-1);
    const marked = [];
    for (let month = (Math.floor(begun / step) + 1) * step; month <= ended; month += step) marked.push(month);
    if (marked.length < 2) {
      const ends = last > first ? [[first, "start"], [last, "ta"]] : [[first, "start"]];
      return ends.map(([day, side]) => [day, dayWritten(dateOf(day), months), side]);
    }
    const hasYear = marked.some((month) => month % 12 === 0);
    return marked.map((month) => {
      const [year, name] = [String(Math.floor(month / 12)), months.split("|")[month % 12]];
      return [Date.UTC(year, month % 12) / DAY, hasYear ? (month % 12 ? name : year) : `${name} ${year}`, ""];
    });
  }

  /** Where things of these heights stand, each as near to its place as there is room, from the top to the bottom. */
  function spread(places, bottom) {
    const order = [...places].sort((one, other) => one.y - other.y);
    let edge = 0;
    for (const each of order) {
      each.top = Math.max(edge, each.y - each.height / 2);
      edge = each.top + each.height;
    }
    edge = bottom;
    for (const each of order.reverse()) {
      each.top = Math.min(each.top, edge - each.height);
      edge = each.top;
    }
    return places;
  }

  /** What the address says of the period that is looked at: a year, twelve months or two days; nothing for the whole. */
  const periodAsked = () => /^#period=([\w,-]+)$/u.exec(window.location.hash)?.[1] ?? "";

  class RatingChart extends HTMLElement {
    connectedCallback() {
      this.frame = this.querySelector("svg.chart");
      if (!this.frame || this.slider) return;
      this.plot = this.frame.querySelector("svg");
      this.axis = this.frame.querySelector(".axis");
      this.courses ??= [courseIn(this.querySelector(".line"))];
      this.isRank = this.courses[0].sign < 0;
      this.top = this.plot.y.baseVal.value;
      this.bottom = this.top + this.plot.height.baseVal.value;
      this.days = [...new Set(this.courses.flatMap(({ points }) => points.map(([day]) => day)))].sort((one, other) => one - other);
      this.high = Number(this.plot.dataset.high);
      this.first = Date.parse(this.plot.dataset.first) / DAY;
      if (this.courses.length > 1) this.drawLines();
      else this.last = this.first + this.plot.viewBox.baseVal.width;
      this.addReadOut();
      this.addPeriods();
      this.listen();
      this.look();
    }

    /** What stands once on a page, for all its charts: words, and how its language writes figures and days. */
    get words() {
      return this.closest("[data-months]").dataset;
    }

    disconnectedCallback() {
      this.sizes?.disconnect();
    }

    /** The lines of several players in the frame of the first, each with a name at its end. */
    drawLines() {
      [this.first, this.last] = [this.days[0], this.days.at(-1)];
      delete this.plot.dataset.played;
      const steps = ({ points }) => points.map(([day, value], place) => `${place ? "H" : "M"}${day - this.first}${place ? "V" : " "}${(this.high - value).toFixed(2)}`);
      const lines = this.courses.map((course) => svg("path", { class: `course ${course.stroke}`, d: `${steps(course).join("")}H${this.last - this.first}` }));
      this.plot.replaceChildren(...lines.reverse()); // the first lies upon the others
      for (const each of this.frame.querySelectorAll(".pt, .note, .end, .val")) each.remove();
      this.ends = made("ol", { class: "ends" }, ...this.courses.map(({ name }) => made("li", {}, made("b"), " ", made("span", { dir: "auto" }, name))));
      this.leaders = svg("svg", { x: "100%", class: "leaders" });
      this.frame.append(this.leaders);
      this.append(this.ends);
      this.sizes = new ResizeObserver(() => this.placeEnds());
      this.sizes.observe(this.ends);
    }

    addReadOut() {
      const title = this.closest("figure")?.querySelector("h2, figcaption")?.textContent.trim();
      this.told = this.querySelector(".read");
      this.slider = made("input", { type: "range", "aria-label": [title, this.words.label].filter(Boolean).join(": ") });
      this.append(this.slider);
      this.hair = svg("line", { class: "hair", y1: this.top, y2: this.bottom });
      this.rings = this.courses.map(() => svg("circle", { class: "mark" }));
      this.chosen = svg("rect", { class: "span", y: this.top, height: this.bottom - this.top, width: 0 });
    }

    /** The periods to choose from, the latest first; whoever drew one with the mouse finds it among them. */
    addPeriods() {
      const length = this.last - this.first;
      const years = [];
      for (let year = dateOf(this.last).getUTCFullYear(); year >= dateOf(this.first).getUTCFullYear(); year -= 1) years.push(String(year));
      const { whole, year, period } = this.words;
      const offered = [["", whole], ...(length > LONG ? [["year", year], ...years.map((each) => [each, each])] : [])];
      this.select = made("select", { "aria-label": period }, ...offered.map(([value, label]) => made("option", { value }, label)));
      this.querySelector(".read").after(this.select);
    }

    /** The first and the last day of a period that an address names, as far as there are figures. */
    daysOf(period) {
      let [from, to] = [this.first, this.last];
      if (period === "year") from = Date.UTC(dateOf(to).getUTCFullYear() - 1, dateOf(to).getUTCMonth(), dateOf(to).getUTCDate()) / DAY;
      else if (/^\d{4}$/u.test(period)) [from, to] = [Date.UTC(period, 0, 1) / DAY, Date.UTC(period, 11, 31) / DAY];
      else if (period) [from, to] = period.split(",").map((day) => Math.round(Date.parse(day) / DAY));
      from = Math.max(this.first, from);
      to = Math.min(this.last, to);
      return to - from >= 1 && to >= this.days[0] ? [from, to] : [this.first, this.last];
    }

    listen() {
      this.slider.addEventListener("input", () => this.show(Number(this.slider.value)));
      this.slider.addEventListener("focus", () => this.show(Number(this.slider.value)));
      this.slider.addEventListener("keydown", (event) => this.press(event));
      this.select.addEventListener("change", () => this.ask(this.select.value));
      this.frame.addEventListener("pointerdown", (event) => this.begin(event));
      this.frame.addEventListener("pointermove", (event) => this.move(event));
      this.frame.addEventListener("pointerup", (event) => this.end(event));
      this.frame.addEventListener("pointercancel", () => this.release());
    }

    /** Plus and minus look closer at the day that is read and from farther away, Escape at the whole. */
    press({ key }) {
      if (key === "Escape") this.ask("");
      const factor = { "+": 0.5, "=": 0.5, "-": 2 }[key];
      if (!factor) return;
      const [day, length] = [this.days[this.slider.value], (this.to - this.from) * factor];
      if (length < 7) return;
      const from = Math.max(this.first, Math.min(Math.round(day - length / 2), this.last - Math.round(length)));
      const place = Number(this.slider.value);
      this.askDays(from, from + Math.round(length));
      this.slider.value = place;
      this.show(place);
    }

    askDays(from, to) {
      const isWhole = from <= this.first && to >= this.last;
      const written = (day) => dateOf(day).toISOString().slice(0, 10);
      this.ask(isWhole ? "" : `${written(from)},${written(to)}`);
    }

    /** Look at a period, here and in the other charts of the page, and keep it in the address. */
    ask(period) {
      const { pathname, search } = window.location;
      try {
        history.replaceState(null, "", `${pathname}${search}${period && `#period=${period}`}`);
      } catch {
        // Some browsers keep nothing in the address of a file.
      }
      for (const each of document.querySelectorAll("rating-chart")) each.look?.(period);
    }

    dayAt({ clientX }) {
      const { left, width } = this.frame.getBoundingClientRect();
      const share = Math.min(1, Math.max(0, (clientX - left) / width));
      return this.from + share * (this.to - this.from);
    }

    begin(event) {
      this.begun = event.pointerType === "mouse" && event.button === 0 ? event : null;
      if (this.begun) this.frame.setPointerCapture(event.pointerId);
      this.readAt(event);
    }

    move(event) {
      this.readAt(event);
      if (!this.begun) return;
      const [from, to] = [this.dayAt(this.begun), this.dayAt(event)].map((day) => this.scaleX(day)).sort((one, other) => one - other);
      this.chosen.setAttribute("x", `${from}%`);
      this.chosen.setAttribute("width", `${to - from}%`);
    }

    release() {
      this.begun = null;
      this.chosen.setAttribute("width", 0);
    }

    end(event) {
      const { begun } = this;
      this.release();
      if (!begun || Math.abs(event.clientX - begun.clientX) < APART) return;
      const [from, to] = [this.dayAt(begun), this.dayAt(event)].sort((one, other) => one - other);
      this.askDays(Math.floor(from), Math.max(Math.ceil(to), Math.floor(from) + 1));
    }

    readAt(event) {
      const day = this.dayAt(event);
      const distance = (place) => Math.abs(this.days[place] - day);
      const [least, most] = [Number(this.slider.min), Number(this.slider.max)];
      let nearest = least;
      for (let place = least; place <= most; place += 1) if (distance(place) < distance(nearest)) nearest = place;
      this.slider.value = nearest;
      this.show(nearest);
    }

    scaleX(day) {
      return (100 * (day - this.from)) / (this.to - this.from);
    }

    scaleY(value) {
      const { low, high } = this.scale;
      return this.bottom - ((value - low) / (high - low)) * (this.bottom - this.top);
    }

    /** Show a period: its axes, its part of the lines, and the day that it ends with. */
    look(period = periodAsked()) {
      [this.from, this.to] = this.daysOf(period);
      this.isWhole = this.from === this.first && this.to === this.last;
      this.frame.classList.toggle("closer", !this.isWhole);
      this.offer(this.isWhole ? "" : period);
      const inside = this.days.flatMap((day, place) => (day >= this.from && day <= this.to ? [place] : []));
      const before = this.days.findLastIndex((day) => day <= this.from);
      this.slider.min = inside[0] ?? Math.max(before, 0);
      this.slider.max = inside.at(-1) ?? this.slider.min;
      this.draw();
      this.slider.value = this.slider.max;
      this.tell(Number(this.slider.max));
      for (const each of [this.hair, ...this.rings]) each.remove();
    }

    offer(period) {
      this.select.querySelector(".own")?.remove();
      if (![...this.select.options].some(({ value }) => value === period)) {
        const [from, to] = [this.from, this.to].map((day) => dayWritten(dateOf(day), this.words.months));
        this.select.append(made("option", { value: period, class: "own" }, `${from} – ${to}`));
      }
      this.select.value = period;
      this.select.hidden = this.select.options.length < 2;
    }

    /** The values that are seen between the days that are shown, and what the axis of the whole has room for. */
    seen() {
      const values = this.courses.flatMap((course) => {
        const start = Math.max(0, placeAt(course, this.from));
        return course.points.slice(start, Math.max(start, placeAt(course, this.to)) + 1).map(([, value]) => value);
      });
      if (!this.isWhole || this.courses.length > 1) return values;
      return [...values, ...[...this.plot.querySelectorAll(".ref")].map((mark) => this.high - Number(/^M0,([\d.-]+)/u.exec(mark.getAttribute("d"))[1]))];
    }

    draw() {
      this.scale = scaleOf(this.seen(), this.isRank);
      this.axis.replaceChildren(...this.valueAxis(), ...this.dateAxis());
      const { low, high } = this.scale;
      const rim = this.isWhole ? 0 : RIM; // what leaves a period is cut off there, but no stroke at its height
      const room = (rim * (high - low)) / (this.bottom - this.top);
      this.plot.setAttribute("y", this.top - rim);
      this.plot.setAttribute("height", this.bottom - this.top + 2 * rim);
      this.plot.setAttribute("viewBox", `${this.from - this.first} ${this.high - high - room} ${this.to - this.from} ${high - low + 2 * room}`);
      if (this.ends) this.placeEnds();
      else this.drawEnd();
    }

    valueAxis() {
      return levelsOf(this.scale, this.isRank).flatMap((level) => {
        const y = rounded(this.scaleY(level));
        const label = numberWritten(this.isRank ? Math.abs(level) : level, 0, this.words.decimal);
        return [svg("rect", { y }), svg("text", { y }, label)];
      });
    }

    dateAxis() {
      const dates = datesOf(this.from, this.to, this.words.months);
      const isLong = dates.length > 2 && dates.map(([, label]) => label).join("").length > (this.ends ? NARROW_LETTERS : PHONE_LETTERS);
      return dates.flatMap(([day, label, side], place) => {
        const x = `${rounded(this.scaleX(day))}%`;
        return [svg("rect", { x }), svg("text", { class: isLong && place % 2 ? "opt" : side, x }, label)];
      });
    }

    /** A figure as it is shown; nothing before the first. */
    figureAt(course, place) {
      return place < 0 ? "–" : numberWritten(course.sign * course.points[place][1], course.decimals, this.words.decimal);
    }

    drawEnd() {
      const [course] = this.courses;
      const place = Math.max(0, placeAt(course, this.to));
      const [day, value] = course.points[place];
      const y = rounded(this.scaleY(value));
      const [dot, label] = [this.frame.querySelector(".end"), this.frame.querySelector(".val")];
      dot.setAttribute("cx", `${rounded(Math.max(0, this.scaleX(day)))}%`);
      dot.setAttribute("cy", y);
      label.setAttribute("y", y);
      label.textContent = this.figureAt(course, place);
    }

    /** The figure and the name of each at the end of its line, with a leader where it had to make room. */
    placeEnds() {
      const places = this.courses.map((course, number) => {
        const [label, place] = [this.ends.children[number], placeAt(course, this.to)];
        label.firstChild.textContent = this.figureAt(course, place);
        label.hidden = place < 0;
        return { label, height: label.offsetHeight, y: place < 0 ? 0 : this.scaleY(course.points[place][1]) };
      });
      const shown = places.filter(({ label }) => !label.hidden);
      this.leaders.replaceChildren(...spread(shown, this.frame.clientHeight).map(({ label, top, y }) => {
        label.style.setProperty("top", `${top}px`);
        return svg("path", { d: `M4 ${rounded(y)}H7L14 ${rounded(top + 9)}H17` });
      }));
    }

    /** Read the figures of a day: they stand above, and a hairline and a ring on each line mark the place. */
    show(place) {
      const day = this.days[place];
      const x = `${this.scaleX(Math.max(day, this.from))}%`;
      this.hair.setAttribute("x1", x);
      this.hair.setAttribute("x2", x);
      this.courses.forEach((course, number) => {
        const at = placeAt(course, day);
        this.rings[number].setAttribute("cx", x);
        this.rings[number].setAttribute("cy", this.scaleY(course.points[Math.max(at, 0)][1]));
        this.rings[number].setAttribute("r", at < 0 ? 0 : RING);
      });
      this.frame.append(this.chosen, this.hair, ...this.rings);
      this.tell(place);
    }

    tell(place) {
      const day = this.days[place];
      const told = [made("span", {}, dayWritten(dateOf(day), this.words.months))];
      if (this.courses.length > 1) told.push(...this.courses.map((course) => made("span", { dir: "auto" }, `${course.name} `, made("b", {}, this.figureAt(course, placeAt(course, day))))));
      else told.push(...this.reading(this.courses[0], place));
      this.told.replaceChildren(...told.flatMap((each, number) => (number ? [" ", each] : [each])));
      this.slider.setAttribute("aria-valuetext", this.told.textContent);
    }

    /** The figure of one player, by how much the figures shown differ, and what was played. */
    reading(course, place) {
      const { points, decimals, played, sign } = course;
      const parts = [made("b", {}, this.figureAt(course, place))];
      const shown = (at) => Number(points[at][1].toFixed(decimals));
      const change = place ? shown(place) - shown(place - 1) : 0;
      if (change) {
        const mark = sign < 0 ? (change > 0 ? "▲" : "▼") : change > 0 ? "+" : "\u2212";
        parts.push(made("span", { class: change > 0 ? "up" : "down" }, `${mark}${numberWritten(Math.abs(change), decimals, this.words.decimal)}`));
      }
      if (played[place]) parts.push(made("small", {}, played[place]));
      return parts;
    }
  }

  window.addEventListener("hashchange", () => {
    if (!periodAsked()) return;
    for (const each of document.querySelectorAll("rating-chart")) each.look?.();
  });
  Object.assign(window.sitegen, { courseIn, placeAt, svg });
  customElements.define("rating-chart", RatingChart);
})();
