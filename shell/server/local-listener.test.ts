import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { askLocally } from '@carry/releases';
import { Hono } from 'hono';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { listenLocally } from './local-listener';

let folder: string;
let lines: string[];
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'carry-local-'));
  lines = [];
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const app = new Hono()
  .get('/', (context) => context.text('here'))
  .post('/', async (context) => context.json(await context.req.json()));
const listen = (file: string) => listenLocally(file, app, (line) => lines.push(line));

test('restricts the socket to its user and replaces a stale one', {
  tags: ['@fault-11.27'],
}, async () => {
  const file = path.join(folder, 'own', 'site.sock');
  const server = await listen(file);
  expect([statSync(path.dirname(file)).mode & 0o777, statSync(file).mode & 0o777]).toEqual([
    0o700, 0o600,
  ]);
  expect(await askLocally(file, '/')).toMatchObject({ status: 200, text: 'here' });
  expect((await askLocally(file, '/', { body: { a: 1 } })).text).toBe('{"a":1}');
  server?.close();
  writeFileSync(file, '');
  const again = await listen(file);
  expect((await askLocally(file, '/')).text).toBe('here');
  again?.close();
  expect(lines).toEqual([]);
});

test('leaves a socket that another site uses', async () => {
  const file = path.join(folder, 'own', 'site.sock');
  const first = await listen(file);
  expect(await listen(file)).toBeNull();
  expect(lines.join()).toMatch(/another site is listening on it/);
  expect((await askLocally(file, '/')).status).toBe(200);
  first?.close();
});

test('rejects shared, linked and too long socket paths', async () => {
  const open = path.join(folder, 'open');
  mkdirSync(open);
  chmodSync(open, 0o777);
  expect(await listen(path.join(open, 'site.sock'))).toBeNull();
  symlinkSync(open, path.join(folder, 'link'));
  expect(await listen(path.join(folder, 'link', 'site.sock'))).toBeNull();
  expect(await listen(path.join(folder, 'long'.repeat(60), 'site.sock'))).toBeNull();
  expect(lines).toHaveLength(3);
});
