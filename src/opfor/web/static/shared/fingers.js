// Fingers and the mouse on the board: a click, a long press, a pan, a pinch, a stack dragged.

const CLICK = 5; // pixels that a click may wander
const LONG = 500; // milliseconds of a long press

/** What pointers do on a board. */
export class Fingers {
  /** @param {import("./board.js").Board} board what they touch */
  constructor(board) {
    this.board = board;
    this.held = new Map();
    this.start = null;
  }

  /** Whether one is down. */
  busy() {
    return this.held.size > 0;
  }

  down(event) {
    const { board } = this;
    if (event.button === 2 || event.target.closest("button, .card")) return;
    this.held.set(event.pointerId, event);
    const hex = board.at(event.clientX, event.clientY);
    const alone = this.held.size === 1;
    this.start = { x: event.clientX, y: event.clientY, bx: board.x, by: board.y, drag: !alone, hex, touch: event.pointerType === "touch" };
    board.place.setPointerCapture(event.pointerId);
    clearTimeout(this.timer);
    if (alone && event.pointerType === "touch") this.timer = setTimeout(() => this.long(), LONG);
  }

  /** A finger that rests on a hex opens its menu. */
  long() {
    if (!this.start || this.start.drag || this.start.hex < 0) return;
    this.start.drag = true;
    this.board.hear.menu?.(this.start.hex);
  }

  move(event) {
    const { board, held, start } = this;
    if (!held.has(event.pointerId)) {
      if (event.pointerType !== "touch") board.hover(board.at(event.clientX, event.clientY));
      return;
    }
    const before = held.get(event.pointerId);
    held.set(event.pointerId, event);
    if (held.size === 2) {
      this.pinch(before, event);
      return;
    }
    const [dx, dy] = [event.clientX - start.x, event.clientY - start.y];
    if (!start.drag && Math.hypot(dx, dy) < CLICK) return;
    if (!start.drag) start.grabbed = start.hex >= 0 && board.hear.grab?.(start.hex, start.touch);
    start.drag = true;
    clearTimeout(this.timer);
    if (start.grabbed) {
      board.hear.drag(board.at(event.clientX, event.clientY));
      return;
    }
    board.panned = Date.now();
    board.lively();
    board.move(start.bx + dx, start.by + dy);
  }

  up(event) {
    const { board, start } = this;
    clearTimeout(this.timer);
    if (!this.held.delete(event.pointerId)) return;
    const hex = board.at(event.clientX, event.clientY);
    const done = event.type === "pointerup";
    if (start?.grabbed) board.hear.drop(done ? hex : -1);
    else if (done && start && !start.drag && hex >= 0) board.hear.click(hex, event);
    const rest = [...this.held.values()][0];
    this.start = rest ? { x: rest.clientX, y: rest.clientY, bx: board.x, by: board.y, drag: true, hex: -1 } : null;
  }

  /** Two fingers zoom. */
  pinch(before, now) {
    const { board } = this;
    const other = [...this.held.values()].find((point) => point.pointerId !== now.pointerId);
    const gap = (point) => Math.hypot(point.clientX - other.clientX, point.clientY - other.clientY);
    const box = board.place.getBoundingClientRect();
    const x = (now.clientX + other.clientX) / 2 - box.left;
    const y = (now.clientY + other.clientY) / 2 - box.top;
    board.panned = Date.now();
    board.zoomBy(gap(now) / Math.max(1, gap(before)), x, y);
  }
}
