// A board's own picture with what SSR do to it, as VASL draws it.

const SEEN = 128; // a pixel of a pattern that is less opaque shows what is beneath it

/** The picture at an address, decoded. */
async function loaded(url) {
  const image = Object.assign(new Image(), { src: url });
  await image.decode();
  return image;
}

function sheet(image) {
  const canvas = Object.assign(document.createElement("canvas"), { width: image.width, height: image.height });
  const pen = canvas.getContext("2d", { willReadFrequently: true });
  pen.drawImage(image, 0, 0);
  return { canvas, pen };
}

const key = (r, g, b) => (r << 16) | (g << 8) | b;

/**
 * The picture of a board: pictures over it, then patterns and colours in place of colours.
 * @param {string} url where it is had; what lies over it is below that
 * @param {object} painting as the server tells it
 */
export async function painted(url, { overlays, patterns, recoloured }) {
  const image = await loaded(url);
  if (!overlays.length && !patterns.length && !recoloured.length) return image;
  const at = (name) => loaded(`${url}/${encodeURIComponent(name)}`).catch(() => null); // what is missing is not drawn
  const [over, under] = await Promise.all([overlays, patterns].map((list) => Promise.all(list.map((each) => at(each.image)))));
  const { canvas, pen } = sheet(image);
  overlays.forEach(({ x, y }, n) => over[n] && pen.drawImage(over[n], x, y));
  const pixels = pen.getImageData(0, 0, canvas.width, canvas.height);
  recolour(pixels, recoloured, patterns.map((each, n) => ({ ...each, image: under[n] })).filter((each) => each.image));
  pen.putImageData(pixels, 0, 0);
  return canvas;
}

/** Pixels of some colours get others, or those of a pattern. */
function recolour({ data, width }, recoloured, patterns) {
  const others = new Map(recoloured.map(([from, to]) => [key(...from), to]));
  const tiles = new Map(patterns.flatMap(({ image, colours }) => {
    const { canvas, pen } = sheet(image);
    const tile = pen.getImageData(0, 0, canvas.width, canvas.height);
    return colours.map((colour) => [key(...colour), tile]);
  }));
  for (let at = 0; at < data.length; at += 4) {
    const found = key(data[at], data[at + 1], data[at + 2]);
    const tile = tiles.get(found);
    const other = others.get(found);
    if (tile) {
      const n = at / 4;
      const from = 4 * ((Math.floor(n / width) % tile.height) * tile.width + ((n % width) % tile.width));
      if (tile.data[from + 3] >= SEEN) data.set(tile.data.subarray(from, from + 3), at);
    } else if (other) data.set(other, at);
  }
}
