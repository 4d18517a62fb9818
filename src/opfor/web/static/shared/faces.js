// The counters by the pictures of the player's own VASL module, in place of ours.

import { $, kept, s } from "./dom.js";

const SIZE = 40 / 48; // of our counters to VASL's usual ones
const SMALL = 0.5; // how large a marker is beside its counter
const ASIDE = 15; // how far it lies off the middle
const DOWN = 11; // how far each lies below the one before

const images = new Map();

/** A picture of the module: it is had once, and lives as long as the page. */
function image(name) {
  if (!images.has(name)) images.set(name, had(name).catch(() => null)); // then it is not drawn
  return images.get(name);
}

async function had(name) {
  const reply = await fetch(`/api/vasl/picture?name=${encodeURIComponent(name)}`);
  if (!reply.ok) throw new Error(name);
  const blob = await reply.blob();
  const url = await new Promise((done) => {
    const reader = new FileReader();
    reader.onload = () => done(reader.result);
    reader.readAsDataURL(blob);
  });
  const picture = Object.assign(new Image(), { src: url });
  await picture.decode();
  return picture;
}

async function stacked(layers) {
  const pictures = await Promise.all(layers.map((layer) => image(layer.image)));
  return layers.map(({ x, y, turn }, n) => {
    if (!pictures[n]) return null;
    const { src, width, height } = pictures[n];
    return s("image", { href: src, x: x - width / 2, y: y - height / 2, width, height, transform: turn ? `rotate(${turn * 60})` : null });
  }).filter(Boolean);
}

/** One counter with its markers beside it; nothing if its picture is not there. */
async function drawn({ layers, markers }) {
  const own = await stacked(layers);
  if (!own.length) return null;
  const beside = await Promise.all(markers.map(stacked));
  return s("g", { class: "own-face" },
    s("g", { transform: `scale(${SIZE})` }, ...own),
    ...beside.map((each, n) => s("g", { transform: `translate(${ASIDE} ${DOWN * n - ASIDE}) scale(${SIZE * SMALL})` }, ...each)));
}

/**
 * Shows counters as the player likes them.
 * @param {import("./pieces.js").Pieces} pieces the counters
 * @param {() => string} where the address of their faces now
 * @param {(text: string) => void} say for errors
 */
export function faces(pieces, where, say) {
  const button = $("faces");
  let latest = 0;
  const on = () => !button.hidden && kept.get("faces", "ours") === "vasl";

  const known = fetch("/api/vasl").then((reply) => reply.json()).then(({ module }) => {
    button.hidden = !module;
  }).catch(() => {}); // then there are our counters alone

  async function refresh() {
    await known;
    button.setAttribute("aria-pressed", String(on()));
    const mine = ++latest;
    if (!on()) return pieces.dress({});
    const reply = await fetch(where());
    const found = await reply.json();
    if (!reply.ok) throw new Error(found.error);
    const all = await Promise.all(Object.entries(found).map(async ([key, face]) => [key, await drawn(face)]));
    if (mine === latest) pieces.dress(Object.fromEntries(all.filter(([, face]) => face)));
    return undefined;
  }

  const draw = () => refresh().catch((error) => say(error.message));
  button.addEventListener("click", () => {
    kept.set("faces", kept.get("faces", "ours") === "vasl" ? "ours" : "vasl");
    draw();
  });
  return draw;
}
