// What is entered, as the browser keeps it: read anew before each change, so that no window overwrites another.

const EMPTY = { rows: [], sent: {}, begun: 0 };

export class Draft {
  constructor(key) {
    this.key = key;
    this.isKept = true;
    this.now = { ...EMPTY, club: "" };
    this.read();
  }

  read() {
    try {
      const kept = JSON.parse(window.localStorage.getItem(this.key));
      if (kept && Array.isArray(kept.rows)) this.now = { sent: {}, club: "", begun: 0, ...kept };
    } catch {
      this.isKept = false;
    }
    return this.now;
  }

  change(how) {
    how(this.read());
    this.now.begun ||= Date.now();
    try {
      window.localStorage.setItem(this.key, JSON.stringify(this.now));
    } catch {
      this.isKept = false;
    }
  }

  /** Whether another window has entered something since it was last read. */
  isOlder() {
    const before = JSON.stringify(this.now);
    return JSON.stringify(this.read()) !== before;
  }

  clear() {
    this.change((now) => Object.assign(now, EMPTY, { rows: [], sent: {} }));
  }

  row(id) {
    return this.now.rows.find((each) => each.id === id);
  }
}
