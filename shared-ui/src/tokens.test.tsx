import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const css = readFileSync(path.join(import.meta.dirname, 'tokens.css'), 'utf8');
const games = ['cs2', 'valorant', 'lol', 'dota2', 'fortnite'];
const MAX_FONT_BYTES = 45_000;
const MIN_CONTRAST = 4.5;
/** Hue difference of two accents, in degrees. */
const MIN_DISTANCE = 35;

/** Returns a token's light and dark value, optionally of a game. */
function readToken(name: string, game?: string): [string, string] {
  const block = game ? css.slice(css.indexOf(`[data-game='${game}']`)) : css;
  const [, light = '', dark = ''] =
    new RegExp(`--${name}: light-dark\\((#\\w+), (#\\w+)\\)`).exec(block) ?? [];
  return [light, dark];
}

function channels(hex: string): number[] {
  const long = hex.length === 4 ? hex.replaceAll(/\w/g, '$&$&') : hex;
  return [1, 3, 5].map((at) => Number.parseInt(long.slice(at, at + 2), 16) / 255);
}

function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = channels(hex).map((value) =>
    value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

function hue(hex: string): number {
  const [r = 0, g = 0, b = 0] = channels(hex);
  const degrees = (Math.atan2(Math.sqrt(3) * (g - b), 2 * r - g - b) * 180) / Math.PI;
  return (degrees + 360) % 360;
}

const getHueDistance = (one: string, other: string) => {
  const distance = Math.abs(hue(one) - hue(other));
  return Math.min(distance, 360 - distance);
};

test.each([
  ['light', 0],
  ['dark', 1],
] as const)('gives each game a distinct, readable accent in the %s theme', (_, theme) => {
  for (const game of games) {
    const accent = readToken('game', game)[theme];
    for (const ground of ['color-page', 'color-surface'])
      expect(contrast(accent, readToken(ground)[theme]), `${game} on ${ground}`).toBeGreaterThan(
        MIN_CONTRAST,
      );
    for (const other of games.filter((id) => id !== game))
      expect(
        getHueDistance(accent, readToken('game', other)[theme]),
        `${game} and ${other}`,
      ).toBeGreaterThan(MIN_DISTANCE);
  }
});

// While one of several files loads, Chromium looks up the fallback families for each font size.
test('uses one file per font family', { tags: ['@extra-x13'] }, () => {
  const files = css.split('@font-face').filter((face) => face.includes("format('woff2')"));
  const families = files.map((face) => face.match(/font-family: ([^;]+);/)?.[1]);
  expect(new Set(families).size).toBe(files.length);
});

test('keeps fonts small and swaps them in', {
  tags: ['@extra-x13'],
}, () => {
  const folder = path.join(import.meta.dirname, 'fonts');
  const files = readdirSync(folder);
  const faces = css.split('@font-face').filter((face) => face.includes("format('woff2')"));
  expect(faces).toHaveLength(files.length);
  for (const file of files)
    expect(faces.find((face) => face.includes(file))).toContain('font-display: swap');
  const bytes = files.map((file) => statSync(path.join(folder, file)).size);
  expect(bytes.reduce((sum, size) => sum + size)).toBeLessThanOrEqual(MAX_FONT_BYTES);
});

test('keeps components in a layer that loses against pages', () => {
  const sheets = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.module.css'),
  );
  expect(sheets.length).toBeGreaterThan(10);
  for (const file of sheets) {
    const text = readFileSync(path.join(import.meta.dirname, file), 'utf8');
    expect(text, file).toMatch(/^@layer components \{\n([ \n].*\n|\n)*\}\n$/);
  }
  expect(css).toContain('@layer reset, tokens, components;');
});
