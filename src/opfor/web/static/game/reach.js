// The hexes in reach, one shade for each: where the chosen units can go, fire or advance.

/** One way into each hex: to its ground level, or the lowest level in reach. */
export function grounds(reach) {
  const level = ([to]) => Number(to.split("/")[1] ?? 0);
  const found = new Map();
  for (const [, way] of Object.entries(reach).sort((a, b) => level(b) - level(a))) found.set(way.hex, way);
  return [...found.values()];
}

/** Of several ways into a hex the one that takes least. */
export function cheapest(ways) {
  const found = new Map();
  for (const way of ways.sort((a, b) => Number.parseFloat(b.text) - Number.parseFloat(a.text))) found.set(way.hex, way);
  return [...found.values()];
}
