import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build, readProject } from '@carry/remote-kit/cli';
import { afterAll, expect, test } from 'vitest';
import { copySources } from '../repository/copy';
import { remoteFolder } from '../repository/workspace';

const from = remoteFolder('mf-booking');
const folder = mkdtempSync(path.join(tmpdir(), 'carry-warm-'));
const form = path.join(folder, 'src/booking/booking-form.tsx');
const caches = path.join(folder, 'node_modules/.cache');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Copies a remote with its own node_modules; returns the source of its form. */
function copyRemote(): string {
  copySources(from, folder);
  mkdirSync(path.join(folder, 'node_modules'));
  for (const name of readdirSync(path.join(from, 'node_modules')))
    if (!name.startsWith('.'))
      symlinkSync(path.join(from, 'node_modules', name), path.join(folder, 'node_modules', name));
  return readFileSync(form, 'utf8');
}

/** Builds the remote; returns its files in base64. */
async function built(): Promise<Record<string, string>> {
  await build(readProject(folder));
  const dist = path.join(folder, 'dist');
  const files = readdirSync(dist, { recursive: true, withFileTypes: true });
  return Object.fromEntries(
    files
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => path.join(parentPath, name))
      .map((file) => [path.relative(dist, file), readFileSync(file, 'base64')]),
  );
}

test('a cached build equals a clean build', async () => {
  const source = copyRemote();
  await built();
  expect(readdirSync(caches)).toContain('rspack');
  writeFileSync(form, source.replace('Book a session', 'Book it now'));
  const day = new Date('2020-02-02'); // older than the cache, like an unpacked file
  utimesSync(form, day, day);
  const warm = await built();
  rmSync(caches, { recursive: true });
  expect(warm).toEqual(await built());
  expect(
    Object.values(warm).some((file) => Buffer.from(file, 'base64').includes('Book it now')),
  ).toBe(true);
}, 120_000);
