import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describeCanary } from '@carry/contracts/console';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { makeChange, readConsoleChange } from '../src/console/changes';
import { DirectoryStore, readLive, setCanary } from '../src/index';
import { numbered, release } from './build';

const REMOTE = 'mf-booking';
let folder: string;
let store: DirectoryStore;
let live: string;
let theirs: string;
let ours: string;

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'carry-console-changes-'));
  store = new DirectoryStore(folder);
  const target = { channel: 'pr-1', expires: new Date(Date.now() + 86_400_000) };
  live = (await release(store, numbered(1))).version;
  theirs = (await release(store, numbered(2), { target })).version;
  ours = (await release(store, numbered(3), { target })).version;
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const running = async () => describeCanary((await readLive(store)).remotes[REMOTE]?.canary);
const make = (change: object) =>
  makeChange(
    store,
    readConsoleChange({ remote: REMOTE, why: '', expected: live, version: ours, ...change }),
  );
const plan = { steps: [5, 100], minutes: 1, views: 1 };

describe('a canary that a colleague started meanwhile', () => {
  test.each([
    { action: 'canary', percent: 10 },
    { action: 'rollout', ...plan },
    { action: 'promote' },
  ])('is not replaced by $action', async (change) => {
    await setCanary(store, REMOTE, { version: theirs, percent: 40, why: 'theirs' });
    await expect(make({ ...change, canary: null })).rejects.toThrow(
      `mf-booking changed meanwhile: its canary is ${theirs} (40 %) now`,
    );
    expect(await running()).toBe(`${theirs} (40 %)`);
  });

  test('keeps the share that a colleague chose', async () => {
    await setCanary(store, REMOTE, { version: ours, percent: 40, why: 'theirs' });
    const change = { action: 'canary', percent: 20 };
    await expect(make({ ...change, canary: `${ours} (10 %)` })).rejects.toThrow(/\(40 %\) now/);
  });
});

test('plans as many page views as the command line', async () => {
  await make({ action: 'rollout', steps: [5, 50, 100], minutes: 1, canary: null });
  const { rollout } = (await readLive(store)).remotes[REMOTE]?.canary ?? {};
  expect(rollout?.steps.map(({ views }) => views)).toEqual([500, 2000, 500]);
});

test('changes the share of a canary, and turns it into a rollout', async () => {
  await setCanary(store, REMOTE, { version: ours, percent: 10, why: 'ours' });
  await make({ action: 'canary', percent: 20, canary: await running() });
  expect(await running()).toBe(`${ours} (20 %)`);
  await make({ action: 'rollout', ...plan, canary: await running() });
  expect(await running()).toBe(`${ours} (a rollout)`);
});
