import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { addOwner, DirectoryStore } from '@carry/releases';
import { build, install, numbered, owners, release } from '@carry/releases/testing';
import { fakeSite } from '@carry/remote-kit/fake-shell';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ReleaseFiles } from './release-files';
import { ReleaseSet } from './release-set';

let folder: string;
let store: DirectoryStore;
let opened: ReleaseSet[];
let lines: string[];

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'carry-site-'));
  store = new DirectoryStore(path.join(folder, 'store'));
  opened = [];
  lines = [];
});
afterEach(async () => {
  for (const set of opened) set.close();
  await rm(folder, { recursive: true, force: true, maxRetries: 5 }); // a shell may still write its last good set
});

async function open(): Promise<ReleaseSet> {
  const log = (line: string) => lines.push(line);
  const files = new ReleaseFiles(store, path.join(folder, 'good'), log);
  const set = new ReleaseSet({ store, files, getSite: () => fakeSite, log, onDamage: () => {} });
  opened.push(set);
  await set.open();
  return set;
}

const HELP = {
  name: 'mf-help',
  routes: "[{ id: 'booking', path: '/help', Component: () => null }]",
};
const createOwner = (set: ReleaseSet, pathname: string) =>
  set.compositionFor(null).owner(pathname)?.release;

test('applies a new owner within two seconds', async () => {
  await release(store, numbered(1));
  const set = await open();
  expect(createOwner(set, '/help')).toBeUndefined();
  await expect(release(store, build(HELP))).rejects.toThrow(/outside its ownership/);
  await addOwner(store, 'mf-help', { owner: { paths: ['/help'] }, why: 'new' });
  await expect
    .poll(() => createOwner(set, '/help'), { timeout: 15_000, interval: 20 })
    .toMatchObject({ name: 'mf-help', version: '' });
  const { version } = await release(store, build(HELP));
  await expect
    .poll(() => createOwner(set, '/help'), { interval: 20 })
    .toMatchObject({ name: 'mf-help', version });
});

test.each([
  ['missing', () => store.remove('site.json')],
  ['malformed', () => store.write('site.json', Buffer.from('{'))],
])('keeps the last good site.json if it is %s', async (_, damage) => {
  await install(store, { ...owners, 'mf-help': { paths: ['/help'] } });
  await release(store, numbered(1));
  const set = await open();
  await damage();
  await expect.poll(() => lines.join(), { timeout: 15_000 }).toContain('cannot use site.json');
  for (const shell of [set, await open()])
    expect(createOwner(shell, '/help/more')).toMatchObject({ name: 'mf-help', version: '' });
});
