// npm run generate -- pictures: draws the social preview picture of each public page.
import { mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { Resvg } from '@resvg/resvg-js';
import { root } from '../repository/workspace';
import { drawing, HEIGHT, WIDTH } from './social/drawing';
import { pictures } from './social/pictures';
import { encodePng } from './social/png';

const require = createRequire(import.meta.url);
const font = (name: string) => require.resolve(`@expo-google-fonts/sora/${name}/Sora_${name}.ttf`);
const fonts = {
  fontFiles: [font('700Bold'), font('400Regular')],
  loadSystemFonts: false,
  defaultFontFamily: 'Sora',
};
const folder = path.join(root, 'tools/workspace/brand/public/social');

mkdirSync(folder, { recursive: true });
for (const [page, picture] of Object.entries(pictures)) {
  const { pixels } = new Resvg(drawing(picture), {
    font: fonts,
    fitTo: { mode: 'width', value: WIDTH },
  }).render();
  const png = encodePng(pixels, WIDTH, HEIGHT);
  writeFileSync(path.join(folder, `${page}.png`), png);
  console.log(`${page}.png: ${Math.round(png.length / 1024)} KB`);
}
