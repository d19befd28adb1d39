import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../../repository/workspace';

export const WIDTH = 1200;
export const HEIGHT = 675;
const GROUND = '#0a0d14';

export interface Picture {
  /** At most three lines of about twelve letters. */
  title: string[];
  /** At most two lines of about thirty letters. */
  lines: string[];
  /** Name of a drawing in `mf-marketing/src/art`. */
  scene: string;
  at: Box;
  /** Start and end of the fade from the background to the scene, as fractions of the width. */
  quiet: [number, number];
  color: string;
  coach?: boolean;
}

type Box = [x: number, y: number, width: number, height: number];

const inset = (file: string, [x, y, width, height]: Box, more = '') =>
  readFileSync(path.join(root, file), 'utf8').replace(
    '<svg ',
    `<svg x="${x}" y="${y}" width="${width}" height="${height}" ${more} `,
  );

const brand = `<g transform="translate(84 60) scale(2.2)">
    <path d="M14 4 25 12.500v6.500L14 10.500 3 19v-6.500z" fill="#ff8a4c"/>
    <path d="M14 14.500 22 20.700v4.800l-8-6.200-8 6.200v-4.800z" fill="#f3f5fa"/>
  </g>
  <text x="160" y="108" font-size="42" font-weight="700" fill="#f3f5fa">Carry</text>`;

const CARD: Box = [828, 92, 292, 491];

function portrait(color: string): string {
  const [x, y, width, height] = CARD;
  const frame = `x="${x}" y="${y}" width="${width}" height="${height}" rx="28"`;
  return `<rect x="${x - 6}" y="${y + 14}" width="${width + 12}" height="${height}" rx="34" fill="#04060b" opacity=".4"/>
    <clipPath id="card"><rect ${frame}/></clipPath>
    <g clip-path="url(#card)">${inset('services/api/media/coach-nova.svg', CARD, 'preserveAspectRatio="xMidYMid slice"')}</g>
    <rect ${frame} fill="none" stroke="${color}" stroke-opacity=".55" stroke-width="2"/>`;
}

const text = (words: string, [x, y]: [x: number, y: number], more: string) =>
  `<text x="${x}" y="${y}" ${more}>${words}</text>`;

function words({ title, lines, color }: Picture): string {
  const first = 384 - title.length * 42;
  const below = first + title.length * 84 - 14;
  return [
    ...title.map((line, index) =>
      text(
        line,
        [88, first + index * 84],
        'font-size="72" font-weight="700" letter-spacing="-2" fill="#f3f5fa"',
      ),
    ),
    ...lines.map((line, index) =>
      text(line, [90, below + index * 38], 'font-size="27" fill="#c9d1e2"'),
    ),
    `<rect x="90" y="${below + lines.length * 38 - 6}" width="96" height="7" rx="3.500" fill="${color}"/>`,
  ].join('');
}

/** Gradient from the background color to transparent. `backwards`: SVG attributes that reverse it. */
const fade = (id: string, [from, to]: [from: number, to: number], backwards = '') =>
  `<linearGradient id="${id}" ${backwards}><stop offset="${from}" stop-color="${GROUND}"/><stop offset="${to}" stop-color="${GROUND}" stop-opacity="0"/></linearGradient>`;

export function drawing(picture: Picture): string {
  const { scene, at, quiet, color, coach } = picture;
  const whole = `<rect width="${WIDTH}" height="${HEIGHT}"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="Sora">
    <defs>${fade('quiet', quiet)}${fade('end', [0.12, 0.26], 'x1="1" x2="0"')}</defs>
    ${whole} fill="${GROUND}"/>
    ${inset(`mf-marketing/src/art/${scene}.svg`, at)}
    ${whole} fill="url(#quiet)"/>
    ${coach ? `${whole} fill="url(#end)"/>${portrait(color)}` : ''}
    ${brand}
    ${words(picture)}
  </svg>`;
}
