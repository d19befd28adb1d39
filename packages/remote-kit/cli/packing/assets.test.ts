import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { listAssets } from './assets';

let project: string;
beforeEach(() => {
  project = mkdtempSync(path.join(tmpdir(), 'carry-assets-'));
  for (const file of ['a.css', 'a.js', 'index.html', 'server/b.css', 'server-maps/c.png']) {
    const target = path.join(project, 'dist', file);
    mkdirSync(path.dirname(target), { recursive: true });
    writeFileSync(target, '');
  }
});
afterEach(() => rmSync(project, { recursive: true }));

const all = ['a.css', 'server-maps/c.png', 'server/b.css'];

test.each([
  [undefined, all],
  ['dist-server/server.js', all],
  ['server.js', all],
  ['../server.js', all],
  ['dist/server.js', all],
  ['dist/server/server.js', ['a.css', 'server-maps/c.png']],
])('lists the assets beside the server file %s', (server, assets) => {
  const file = server && path.join(project, server);
  expect(listAssets(path.join(project, 'dist'), file)).toEqual(assets);
});
