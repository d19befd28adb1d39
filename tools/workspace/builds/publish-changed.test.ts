import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  DirectoryStore,
  lock,
  promote,
  quarantine,
  readLive,
  rollback,
  setCanary,
} from '@carry/releases';
import { numbered, release } from '@carry/releases/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { publishBuilt } from './local-store';
import { publishChanged } from './publish-changed';

const REMOTE = 'mf-booking';
let folder: string;
let store: DirectoryStore;
let versions: string[];
let lines: string[];

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'carry-changed-'));
  store = new DirectoryStore(path.join(folder, 'store'));
  versions = [];
  for (const number of [1, 2]) versions.push((await release(store, numbered(number))).version);
  lines = [];
});
afterEach(() => {
  for (const made of [folder, 's3:']) rmSync(made, { recursive: true, force: true });
});

const live = async () => (await readLive(store)).remotes[REMOTE]?.version;
/** Publishes build `number`, as a start does. */
const start = (number: number) =>
  publishChanged(store, (line) => lines.push(line), {
    names: [REMOTE],
    getDist: () => numbered(number),
  });

test('publishes only changed remotes', async () => {
  await start(2);
  await start(3);
  expect(lines).toEqual([
    `unchanged ${REMOTE}@${versions[1]}`,
    expect.stringMatching(/^published mf-booking@1\.2\.3-/),
  ]);
  expect(await live()).not.toBe(versions[1]);
});

test('publishes after a return to an earlier build', async () => {
  await start(3);
  await start(1);
  expect(await live()).toBe(versions[0]);
  await start(4);
  expect(lines.at(-1)).toMatch(/^published mf-booking@1\.2\.3-/);
  expect(await live()).not.toBe(versions[0]);
});

test.each<[string, () => Promise<unknown>, RegExp, number]>([
  [
    'rolled back',
    () => rollback(store, REMOTE, { why: 'broken', who: 'kim' }),
    /kim rolled it back \(broken\)/,
    0,
  ],
  [
    'promoted',
    () => promote(store, REMOTE, { version: versions[0] as string, why: 'sale', who: 'kim' }),
    /kim promoted it \(sale\)/,
    0,
  ],
  ['locked', () => lock(store, REMOTE, { why: 'sale', who: 'kim' }), /kim locked it \(sale\)/, 1],
  [
    'with a canary',
    () => setCanary(store, REMOTE, { version: versions[0] as string, percent: 10, why: 'try' }),
    /a canary runs \(.*, 10 %\)/,
    1,
  ],
])(
  'keeps a remote that was %s by hand and reports it',
  { tags: ['@fault-11.24'] },
  async (_, choose, why, stays) => {
    await choose();
    await start(3);
    expect(await live()).toBe(versions[stays]);
    expect(lines).toEqual([
      expect.stringMatching(
        new RegExp(
          `^${REMOTE} stays at ${versions[stays]}: ${why.source}; 'npm run releases -- publish`,
        ),
      ),
    ]);
    await start(stays + 1);
    expect(lines[1]).toBe(`unchanged ${REMOTE}@${versions[stays]}`);
  },
);

test('does not publish a quarantined build', {
  tags: ['@fault-11.24'],
}, async () => {
  await quarantine(store, REMOTE, {
    version: versions[1] as string,
    to: versions[0],
    why: 'it hangs',
    who: 'shell',
  });
  await start(2);
  expect(await live()).toBe(versions[0]);
  expect(lines).toEqual([expect.stringMatching(/is in quarantine \(it hangs\)/)]);
  await start(3);
  expect(lines[1]).toMatch(/^published/);
});

test.each(['a folder', 's3://carry-missing/releases'])(
  'never publishes to RELEASES_STORE: %s',
  { tags: ['@fault-11.24'] },
  async (location) => {
    const external = location.startsWith('s3:') ? location : path.join(folder, 'external');
    Object.assign(process.env, {
      AWS_REGION: 'us-east-1',
      AWS_ENDPOINT_URL: 'http://127.0.0.1:9',
      AWS_ACCESS_KEY_ID: 'x',
      AWS_SECRET_ACCESS_KEY: 'x',
    });
    process.env['AWS_MAX_ATTEMPTS'] = '1';
    await publishBuilt(external, (line) => lines.push(line), {
      names: [REMOTE],
      getDist: () => numbered(3),
    });
    expect(lines).toEqual([
      expect.stringMatching(
        /has no live releases; publish each remote|^cannot read the release store s3:/,
      ),
    ]);
    expect(existsSync(external)).toBe(false);
    expect(existsSync('s3:')).toBe(false);
  },
);
