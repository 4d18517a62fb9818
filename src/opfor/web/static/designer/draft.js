// A draft of a Mission in the browser: its values by their keys, and what can be undone.

import { kept } from "../shared/dom.js";

const MOST = 200; // steps that can be undone
const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);
const copy = (value) => JSON.parse(JSON.stringify(value));

export class Draft {
  constructor(changed) {
    this.changed = changed;
    this.begin({}, "", "");
  }

  /** A draft from elsewhere; what was there before can be brought back. */
  open(values, pack, over) {
    const before = this.step();
    this.begin(values, pack, over);
    this.past = [before];
    this.keep();
    this.changed({ whole: true });
  }

  begin(values, pack, over) {
    Object.assign(this, { values: copy(values), pack, over, past: [], future: [], last: "" });
  }

  /** The draft that was there when the page was left. */
  restore() {
    try {
      const found = JSON.parse(kept.get("design", ""));
      if (!found?.values || typeof found.values !== "object") return false;
      this.begin(found.values, found.pack ?? "", found.over ?? "");
      return true;
    } catch {
      return false;
    }
  }

  keep() {
    const { values, pack, over } = this;
    kept.set("design", JSON.stringify({ values, pack, over }));
  }

  get(path) {
    return path.split(".").reduce((at, key) => at?.[key], this.values);
  }

  /** Set a value; undefined takes the key away. Typing on in one field is one step. */
  set(path, value, { whole = false } = {}) {
    if (same(this.get(path), value)) return;
    if (whole || path !== this.last) {
      this.past.push(this.step());
      this.past.splice(0, this.past.length - MOST);
    }
    this.last = whole ? "" : path;
    this.future = [];
    this.values = copy(this.values);
    const keys = path.split(".");
    const end = keys.pop();
    let at = this.values;
    for (const key of keys) at = at[key] ??= {};
    if (value === undefined && Array.isArray(at)) at.splice(Number(end), 1);
    else if (value === undefined) delete at[end];
    else at[end] = value;
    this.keep();
    this.changed({ whole });
  }

  step() {
    const { values, pack, over } = this;
    return { values, pack, over };
  }

  undo() {
    this.go(this.past, this.future);
  }

  redo() {
    this.go(this.future, this.past);
  }

  go(from, to) {
    const found = from.pop();
    if (!found) return;
    to.push(this.step());
    Object.assign(this, found, { last: "" });
    this.keep();
    this.changed({ whole: true });
  }
}
