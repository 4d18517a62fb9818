// What a page that is loaded anew finds as it was left: zoom, place, and who is chosen.

const SOON = 300; // milliseconds after the last move of the board

/** Keeps the view of a game as long as its tab is open. */
export class Stays {
  /**
   * @param {string} game its id
   * @param {object} on board, orders
   */
  constructor(game, { board, orders }) {
    Object.assign(this, { name: `opfor-view-${game}`, board, orders });
  }

  /** Go on from what was kept; whether there was anything. */
  again(token) {
    const found = this.read();
    if (!found) return false;
    const { board, orders } = this;
    const [x, y] = [board.place.clientWidth / 2 - found.x * found.zoom, board.place.clientHeight / 2 - found.y * found.zoom];
    board.move(x, y, found.zoom);
    if (found.token !== token || !found.chosen.length) return true;
    orders.hex = found.hex;
    orders.chosen = new Set(found.chosen.filter((key) => orders.pieces.all.get(key)?.side === "FRIENDLY"));
    orders.refresh(true);
    return true;
  }

  /** Keep it from now on, as it changes and as the page goes. */
  keep(token) {
    this.token = token;
    const later = () => {
      clearTimeout(this.timer);
      this.timer = setTimeout(() => this.write(), SOON);
    };
    this.board.onMove(later);
    addEventListener("pagehide", () => this.write());
  }

  read() {
    try {
      return JSON.parse(sessionStorage.getItem(this.name));
    } catch {
      return null;
    }
  }

  write() {
    const { board, orders } = this;
    const [x, y] = [(board.place.clientWidth / 2 - board.x) / board.zoom, (board.place.clientHeight / 2 - board.y) / board.zoom];
    const kept = { x, y, zoom: board.zoom, hex: orders.hex, chosen: [...orders.chosen], token: this.token() };
    try {
      sessionStorage.setItem(this.name, JSON.stringify(kept));
    } catch {
      // Private windows may refuse; then it is only not remembered.
    }
  }
}
