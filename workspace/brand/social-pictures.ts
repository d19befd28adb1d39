import { mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { Resvg } from '@resvg/resvg-js';

const WIDTH = 1200;
const HEIGHT = 675;
const require = createRequire(import.meta.url);
const font = (name: string) => require.resolve(`@expo-google-fonts/sora/${name}/Sora_${name}.ttf`);
const fonts = {
  fontFiles: [font('700Bold'), font('400Regular')],
  loadSystemFonts: false,
  defaultFontFamily: 'Sora',
};

interface Picture {
  /** At most three lines of about twenty letters. */
  title: string[];
  line: string;
  colour: string;
}

const colours: Record<string, string> = {
  cs2: '#f4a52a',
  valorant: '#ff5b6b',
  lol: '#2fb7c9',
  dota2: '#8fc454',
  fortnite: '#a678ff',
};
const names: Record<string, string> = {
  cs2: 'Counter-Strike 2',
  valorant: 'Valorant',
  lol: 'League of Legends',
  dota2: 'Dota 2',
  fortnite: 'Fortnite',
};
const GUARANTEE = 'One-on-one sessions. 100% satisfaction guarantee.';

/** One picture for each public page, named as the page is. */
const pictures: Record<string, Picture> = {
  home: {
    title: ['Level up with', 'world-class', 'coaches'],
    line: 'Pick your game, meet elite coaches, and start carrying.',
    colour: '#ff7a45',
  },
  booking: {
    title: ['Book a session', 'with your coach'],
    line: 'Pick a service and a time, pay securely, get better.',
    colour: '#ff7a45',
  },
  ...Object.fromEntries(
    Object.entries(names).map(([id, name]) => [
      id,
      { title: [...halves(name), 'Coaching'], line: GUARANTEE, colour: colours[id] ?? '#ff7a45' },
    ]),
  ),
};

/** A long name on two lines. */
function halves(name: string): string[] {
  if (name.length <= 16) return [name];
  const words = name.split(' ');
  const middle = Math.ceil(words.length / 2);
  return [words.slice(0, middle).join(' '), words.slice(middle).join(' ')];
}

/** The one template: the mark, the words, and the mark again, large and faint, in the page's colour. */
function drawing({ title, line, colour }: Picture): string {
  const mark = (fill: string, arrow: string) =>
    `<path d="M4 20 16 9l12 11v8L16 17 4 28z" fill="${fill}"/><path d="M9 11.5 16 5l7 6.5V16l-7-6.5L9 16z" fill="${arrow}"/>`;
  const lines = title.map(
    (words, index) =>
      `<text x="90" y="${(title.length > 2 ? 285 : 330) + index * 88}" font-size="76" font-weight="700" fill="#f3f5fa">${words}</text>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="Sora">
    <rect width="${WIDTH}" height="${HEIGHT}" fill="#0b0e14"/>
    <path d="M760 0h440v${HEIGHT}H520z" fill="${colour}" opacity=".13"/>
    <path d="M940 0h260v${HEIGHT}H700z" fill="${colour}" opacity=".16"/>
    <g transform="translate(770 180) scale(12.5)" opacity=".9">${mark(colour, '#f3f5fa')}</g>
    <g transform="translate(86 70) scale(2)">${mark('#f3f5fa', '#ff7a45')}</g>
    <text x="170" y="118" font-size="44" font-weight="700" fill="#f3f5fa">Carry</text>
    ${lines.join('')}
    <text x="92" y="575" font-size="30" fill="#c9d1e2">${line}</text>
    <rect x="90" y="615" width="120" height="8" rx="4" fill="${colour}"/>
  </svg>`;
}

/** Draws the social preview picture of every public page into a folder: `<page>.png`, 1200×675. */
export function drawSocialPictures(folder: string): void {
  mkdirSync(folder, { recursive: true });
  for (const [page, picture] of Object.entries(pictures)) {
    const image = new Resvg(drawing(picture), {
      font: fonts,
      fitTo: { mode: 'width', value: WIDTH },
    }).render();
    writeFileSync(path.join(folder, `${page}.png`), image.asPng());
  }
}
