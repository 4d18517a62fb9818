// What `benchmarks/page.py` does and times within the page of a game.

(() => {
  const rest = (time) => new Promise((done) => setTimeout(done, time));
  const board = document.getElementById("board");
  board.setPointerCapture = () => {}; // the fingers here are none of the system's
  let map;

  /** The board's hexes, asked for once. */
  async function hexes() {
    const id = location.pathname.split("/").pop();
    map ??= await (await fetch(`/api/games/${id}/board`)).json();
  }

  /** Where a hex is seen in the window. */
  function seen(name) {
    const [x, y] = map.centres[map.names.indexOf(name)];
    const box = board.getBoundingClientRect();
    const { a: zoom, e, f } = new DOMMatrix(getComputedStyle(document.querySelector(".sheet")).transform);
    return [box.left + e + (x + map.frame) * zoom, box.top + f + (y + map.frame) * zoom];
  }

  function finger(type, clientX, clientY) {
    const how = { pointerId: 1, pointerType: "mouse", bubbles: true };
    board.dispatchEvent(new PointerEvent(type, { ...how, clientX, clientY }));
  }

  function click(name) {
    for (const type of ["pointerdown", "pointerup"]) finger(type, ...seen(name));
  }

  function key(name) {
    document.dispatchEvent(new KeyboardEvent("keydown", { key: name, bubbles: true }));
  }

  /** The next frame has been painted. */
  const painted = () => new Promise((done) => requestAnimationFrame(() => {
    const channel = new MessageChannel();
    channel.port1.onmessage = done;
    channel.port2.postMessage("");
  }));

  /** Something holds; after `most` milliseconds an error says what did not. */
  function until(fit, most = 20_000) {
    return new Promise((done, fail) => {
      if (fit()) return void done();
      const late = setTimeout(() => {
        look.disconnect();
        fail(new Error(`never came: ${fit}`));
      }, most);
      const look = new MutationObserver(() => {
        if (!fit()) return;
        look.disconnect();
        clearTimeout(late);
        done();
      });
      look.observe(document.body, { childList: true, subtree: true, attributes: true });
    });
  }

  /** Milliseconds from a deed until what it leads to is painted. */
  async function timed(act, fit) {
    const begin = performance.now();
    act();
    await until(fit);
    await painted();
    return performance.now() - begin;
  }

  /** Nothing is under way: what is asked has been answered, and shown. */
  const quiet = () => until(() => !document.body.dataset.waiting && !document.body.dataset.playing);

  const shaded = () => document.querySelector(".layer-shade .near");

  /** Choose a stack, move it by a hex, take it back: [stack's hex, the next hex, a unit], so often. */
  async function clicks([from, to, unit], count) {
    await hexes();
    const undo = document.getElementById("undo");
    const place = () => document.querySelector(`.piece[data-key="${unit}"]`).style.transform;
    const found = { selection: [], order: [] };
    const begun = place();
    for (let n = 0; n < count; n++) {
      key("Escape");
      await until(() => !shaded());
      await rest(100);
      found.selection.push(await timed(() => click(from), shaded));
      await rest(100);
      found.order.push(await timed(() => click(to), () => place() !== begun));
      await quiet();
      await until(() => !undo.disabled);
      undo.click();
      await until(() => place() === begun);
      await quiet();
    }
    return found;
  }

  /** So many counters on the board, copies of one of them. */
  function crowd(count) {
    const pieces = document.querySelector(".layer-pieces");
    const one = pieces.querySelector(".piece");
    for (let n = pieces.querySelectorAll(".piece").length; n < count; n++) {
      const more = one.cloneNode(true);
      more.style.transform = `translate(${(n * 97) % 1700}px, ${(n * 61) % 1800}px)`;
      pieces.append(more);
    }
  }

  /** The milliseconds of each frame while something is done. */
  async function frames(busy, each = () => {}) {
    const found = [];
    let before = performance.now();
    await new Promise(requestAnimationFrame);
    while (busy()) {
      each();
      const now = await new Promise(requestAnimationFrame);
      found.push(now - before);
      before = now;
    }
    return found.slice(1);
  }

  /** Frames while the board is pulled about for three seconds. */
  async function pan(count) {
    crowd(count);
    const box = board.getBoundingClientRect();
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
    const begin = performance.now();
    finger("pointerdown", x, y);
    const found = await frames(() => performance.now() - begin < 3000, () => {
      const at = (performance.now() - begin) / 300;
      finger("pointermove", x + 200 * Math.sin(at), y + 200 * Math.cos(at));
    });
    finger("pointerup", x, y);
    return found;
  }

  /** End the phase: when the first sign and the first deed are seen, and frames while it plays. */
  async function enemy(count) {
    crowd(count);
    const begin = performance.now();
    document.getElementById("do-end").click();
    await until(() => document.body.dataset.waiting);
    await new Promise((done) => document.addEventListener("animationstart", done, { once: true }));
    await painted();
    const sign = performance.now() - begin;
    await until(() => document.body.dataset.playing);
    await painted();
    const deed = performance.now() - begin;
    const end = performance.now() + 10_000;
    const found = await frames(() => document.body.dataset.playing && performance.now() < end);
    return { sign, deed, frames: found };
  }

  window.bench = { clicks, pan, enemy };
})();
