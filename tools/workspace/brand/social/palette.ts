// Color quantization: a picture of 256 colors has a third of the bytes.

interface Shade {
  rgb: [number, number, number];
  count: number;
}

interface Mean {
  rgb: [number, number, number];
  /** Weighted squared distance of the shades. */
  spread: number;
}

const ROUNDS = 4;
const CHANNELS = [0, 1, 2] as const;

function countShades(pixels: Uint8Array): Shade[] {
  const shades = new Map<number, Shade>();
  for (let at = 0; at < pixels.length; at += 4) {
    const [red = 0, green = 0, blue = 0] = pixels.subarray(at, at + 3);
    const key = ((red >> 2) << 12) | ((green >> 2) << 6) | (blue >> 2);
    const shade = shades.get(key) ?? { rgb: [0, 0, 0], count: 0 };
    shade.rgb[0] += red;
    shade.rgb[1] += green;
    shade.rgb[2] += blue;
    shade.count++;
    shades.set(key, shade);
  }
  return [...shades.values()].map(({ rgb: [red, green, blue], count }) => ({
    rgb: [red / count, green / count, blue / count],
    count,
  }));
}

function computeMean(shades: Shade[]): Mean {
  const count = shades.reduce((sum, shade) => sum + weight(shade), 0);
  const mean = CHANNELS.map(
    (channel) => shades.reduce((sum, shade) => sum + shade.rgb[channel] * weight(shade), 0) / count,
  ) as Mean['rgb'];
  const spread = shades.reduce((sum, shade) => sum + apart(shade.rgb, mean) * weight(shade), 0);
  return { rgb: mean, spread };
}

/** Sublinear, so that a large background does not take most of the palette. */
const weight = ({ count }: Shade) => count ** 0.6;

const apart = (a: Mean['rgb'], b: Mean['rgb']) =>
  (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2 + (a[2] - b[2]) ** 2;

function splitShades(shades: Shade[]): [Shade[], Shade[]] {
  const { rgb } = computeMean(shades);
  const spreads = CHANNELS.map((channel) =>
    shades.reduce(
      (sum, shade) => sum + (shade.rgb[channel] - rgb[channel]) ** 2 * weight(shade),
      0,
    ),
  );
  const widest = CHANNELS[spreads.indexOf(Math.max(...spreads))] ?? 0;
  const below = (shade: Shade) => shade.rgb[widest] < rgb[widest];
  return [shades.filter(below), shades.filter((shade) => !below(shade))];
}

export function nearest(palette: Mean['rgb'][], rgb: Mean['rgb']): number {
  let best = 0;
  let least = Number.POSITIVE_INFINITY;
  for (const [index, color] of palette.entries()) {
    const distance = apart(color, rgb);
    if (distance < least) [best, least] = [index, distance];
  }
  return best;
}

export function readPalette(pixels: Uint8Array, size: number): Mean['rgb'][] {
  const shades = countShades(pixels);
  const groups = [{ shades, ...computeMean(shades) }];
  while (groups.length < size) {
    const widest = groups.reduce((a, b) => (a.spread > b.spread ? a : b));
    if (widest.spread === 0) break;
    const halves = splitShades(widest.shades).map((half) => ({
      shades: half,
      ...computeMean(half),
    }));
    groups.splice(groups.indexOf(widest), 1, ...halves);
  }
  let palette = groups.map(({ rgb }) => rgb);
  for (let round = 0; round < ROUNDS; round++) {
    const near = palette.map((): Shade[] => []);
    for (const shade of shades) near[nearest(palette, shade.rgb)]?.push(shade);
    palette = near.filter((group) => group.length > 0).map((group) => computeMean(group).rgb);
  }
  return palette.map((rgb) => rgb.map(Math.round) as Mean['rgb']);
}
