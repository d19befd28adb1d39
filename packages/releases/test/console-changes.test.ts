import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describeCanary } from '@carry/contracts/console';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { makeChange, readConsoleChange } from '../src/console/changes';
import { makeSiteChange } from '../src/console/site-changes';
import {
  addOwner,
  DirectoryStore,
  promote,
  readLive,
  readPreviews,
  readSite,
  setCanary,
  setPreview,
} from '../src/index';
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

test('ends no rollout like a canary', async () => {
  await make({ action: 'rollout', ...plan, canary: null });
  for (const seen of [{}, { canary: await running() }])
    await expect(make({ action: 'canary', percent: 0, ...seen })).rejects.toThrow(
      /is rolling out .*rollout abort/,
    );
  expect(await running()).toBe(`${ours} (a rollout)`);
});

/** Makes a colleague's change right before the next write. */
const beforeWrite = (colleague: () => Promise<unknown>) => {
  const write = store.compareAndSwap.bind(store);
  vi.spyOn(store, 'compareAndSwap').mockImplementationOnce(async (...args) => {
    await colleague();
    return write(...args);
  });
};

describe('a change that a colleague makes right before the write', () => {
  test.each([
    { action: 'promote' },
    { action: 'rollback' },
    { action: 'canary', percent: 10 },
    { action: 'rollout', ...plan },
    { action: 'lock', why: 'audit' },
  ])('is kept by $action', async (change) => {
    beforeWrite(() => promote(store, REMOTE, { version: theirs, why: 'theirs' }));
    await expect(make(change)).rejects.toThrow(`changed meanwhile: ${theirs} is live now`);
    const { version, canary, lock } = (await readLive(store)).remotes[REMOTE] ?? {};
    expect({ version, canary, lock }).toEqual({ version: theirs });
  });

  test('keeps the canary that it set', async () => {
    beforeWrite(() => setCanary(store, REMOTE, { version: ours, percent: 40, why: 'theirs' }));
    const change = make({ action: 'canary', percent: 20, canary: null });
    await expect(change).rejects.toThrow(`its canary is ${ours} (40 %) now`);
    expect(await running()).toBe(`${ours} (40 %)`);
  });

  test('keeps the newer release of an extended preview', async () => {
    const about = { channel: 'pr-1', remote: REMOTE, why: 'theirs' };
    const expires = new Date(Date.now() + 86_400_000);
    await setPreview(store, { ...about, version: ours, expires });
    beforeWrite(() => setPreview(store, { ...about, version: theirs, expires }));
    await make({ action: 'preview-extend', channel: 'pr-1', days: 9 });
    const preview = (await readPreviews(store, 'pr-1'))?.remotes[REMOTE];
    expect(preview?.version).toBe(theirs);
    expect(Date.parse(preview?.expires ?? '')).toBeGreaterThan(Date.now() + 8 * 86_400_000);
  });

  test('keeps the site document', async () => {
    const revision = (await readSite(store))?.revision ?? 0;
    const about = { remote: REMOTE, revision, why: 'ours' };
    beforeWrite(() => addOwner(store, REMOTE, { owner: { paths: ['/help'] }, why: 'theirs' }));
    await expect(
      makeSiteChange(store, { ...about, action: 'own', paths: ['/faq'] }),
    ).rejects.toThrow(`site.json changed meanwhile (revision ${revision + 1})`);
  });
});
