// The websocket of a game: numbered requests, their replies, and news.

const AGAIN = [300, 1000, 2000, 5000]; // milliseconds before trying to connect again

/** Talks to the server about one game. */
export class Link {
  /**
   * @param {string} game its id
   * @param {{news: Function, progress: Function, online: Function, refused: Function, barred: Function}} hear what is told
   */
  constructor(game, hear) {
    this.game = game;
    this.hear = hear;
    this.number = 0;
    this.tries = 0;
    this.open = new Map();
    this.connect();
  }

  connect() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    this.socket = new WebSocket(`${scheme}://${location.host}/ws/${encodeURIComponent(this.game)}`);
    this.socket.onmessage = (message) => this.take(JSON.parse(message.data));
    this.socket.onopen = () => {
      this.tries = 0;
      this.heard = false;
      this.hear.online(true);
    };
    this.socket.onclose = () => {
      for (const { reject } of this.open.values()) reject(new Error("the connection was lost"));
      this.open.clear();
      if (this.barred) return;
      this.hear.online(false);
      this.later();
    };
  }

  later() {
    const wait = AGAIN[Math.min(this.tries++, AGAIN.length - 1)];
    this.timer = setTimeout(() => this.again(), wait);
  }

  /** Connect, if there is a server again and it knows this browser. */
  async again() {
    clearTimeout(this.timer);
    if (this.trying || this.socket.readyState < WebSocket.CLOSING) return;
    this.trying = true;
    const reply = await fetch("/static/icon.svg", { cache: "no-store" }).catch(() => null);
    this.trying = false;
    this.hear.refused(reply?.status === 403);
    if (reply?.ok) this.connect();
    else this.later();
  }

  take(reply) {
    if (reply.is === "refused" && !reply.id && !this.heard) {
      this.barred = true; // the game itself cannot be opened: to try again is no use
      return this.hear.barred(reply.error);
    }
    this.heard = true;
    if (reply.is === "news") return this.hear.news(reply);
    if (reply.is === "progress") return this.hear.progress(reply.text, reply.stop);
    const asked = this.open.get(reply.id);
    this.open.delete(reply.id);
    if (reply.is === "done") return asked?.resolve(reply.ok);
    const error = new Error(reply.error);
    return asked ? asked.reject(error) : this.hear.progress(reply.error);
  }

  /** Ask for something; resolves to the reply, rejects with one sentence. */
  ask(what, fields = {}) {
    const id = ++this.number;
    return new Promise((resolve, reject) => {
      if (this.socket.readyState !== WebSocket.OPEN) {
        reject(new Error("not connected; trying again"));
        return;
      }
      this.open.set(id, { resolve, reject });
      this.socket.send(JSON.stringify({ do: what, id, ...fields }));
    });
  }
}
