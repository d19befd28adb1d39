import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { hasPicture } from './assets';

const folder = mkdtempSync(path.join(tmpdir(), 'carry-pictures-'));
mkdirSync(path.join(folder, 'own/social.png'), { recursive: true });
for (const file of ['secret.png', 'own/logo.svg', 'own/app.js', 'own/page.html'])
  writeFileSync(path.join(folder, file), file);
afterAll(() => rmSync(folder, { recursive: true }));

test.each([
  ['logo.svg', true],
  ['app.js', false],
  ['page.html', false],
  ['social.png', false],
  ['none.png', false],
  ['../secret.png', false],
  ['./logo.svg', false],
  ['/logo.svg', false],
  ['..%2fsecret.png', false],
])('accepts %s as a replacement picture: %j', (file, is) => {
  expect(hasPicture(path.join(folder, 'own'), file)).toBe(is);
});

test.each([
  ['name', 'a'.repeat(300)],
  ['path', `${'a/'.repeat(2500)}a`],
])('accepts no picture whose %s is too long', (_, name) => {
  expect(hasPicture(folder, `${name}.png`)).toBe(false);
});
