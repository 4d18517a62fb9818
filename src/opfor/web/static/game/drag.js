// A stack that is dragged: its way follows the mouse, and where it is let go it goes.

/** Dragging a stack of the player's. */
export class Drag {
  /** @param {import("./orders.js").Orders} orders whose stack it is */
  constructor(orders) {
    this.orders = orders;
    this.from = -1;
  }

  /** A hex is dragged: whether that is a stack rather than the board. */
  grab(hex, touch) {
    const { orders } = this;
    const own = orders.able(hex);
    if (!orders.ordering || orders.playing() || !own.length) return false;
    if (touch && hex !== orders.hex) return false; // a finger pans, but for the chosen stack
    this.from = hex;
    if (!own.some((piece) => orders.chosen.has(piece.key))) orders.chooseHex(hex);
    orders.leave();
    return true;
  }

  /** Over a hex: the way there, or a ring where fire or an advance would go. */
  over(hex) {
    const { orders } = this;
    if (hex === this.hex) return;
    this.hex = hex;
    const way = this.way(hex);
    if (way) orders.follow(way, false);
    else orders.leave();
    orders.board.ring({ target: way ? [] : orders.offers.flatMap((offer) => offer.hexes.slice(0, 1)).filter((each) => each === hex) });
  }

  /** The way to a hex: the chosen kind of way where danger is known, else the shortest. */
  way(hex) {
    const { orders } = this;
    const level = ([to]) => Number(to.split("/")[1] ?? 0);
    const [first] = Object.entries(orders.reach).filter(([, way]) => way.hex === hex).sort((a, b) => level(a) - level(b));
    if (!first) return null;
    return orders.danger.ways()?.[first[0]]?.route ?? first[1].route;
  }

  /** Let go over a hex. */
  async drop(hex) {
    const { orders } = this;
    const from = this.from;
    [this.from, this.hex] = [-1, -1];
    orders.board.ring({});
    if (hex < 0 || hex === from) return orders.leave();
    await orders.known;
    const way = this.way(hex);
    const levels = Object.values(orders.reach).filter((each) => each.hex === hex).length;
    if (way && levels === 1) return orders.march(way);
    return orders.clicks.at(hex);
  }
}
