// People decide about a held rollout in a real store while a site with real health checks follows it.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { LiveDocument } from '@carry/contracts/release';
import {
  abortRollout,
  advanceRollout,
  announceRollout,
  DirectoryStore,
  findRolloutHold,
  holdRollout,
  readAudit,
  readLive,
  readRolloutDecisions,
  setRolloutPaused,
  startRollout,
} from '@carry/releases';
import { numbered, release } from '@carry/releases/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Health } from './health';
import { RolloutController } from './rollout-controller';

const remote = 'mf-booking';
const MINUTE_MS = 60_000;
const plan = { steps: [20, 50, 100].map((percent) => ({ percent, minutes: 10, views: 50 })) };
const why = 'test';

let folder: string;
let store: DirectoryStore;
let version: string;
let site: Awaited<ReturnType<typeof openSite>>;
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'carry-decisions-'));
  store = new DirectoryStore(folder);
  await release(store, numbered(1));
  ({ version } = await release(store, numbered(2), { target: { rollout: plan } }));
  site = await openSite();
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Opens a site that follows the rollout of the second of two releases. */
async function openSite() {
  let followed: LiveDocument = await readLive(store);
  let now = 0;
  let page = 0;
  const health = new Health({
    getPointer: (name) => followed.remotes[name],
    getRoutes: () => [],
    suspect: () => {},
    log: () => {},
  });
  const controller = new RolloutController({
    pointers: () => followed.remotes,
    getState: (name, release) => health.getCanaryState(name, release),
    isTrying: () => false,
    readDecisions: (name, release) => readRolloutDecisions(store, name, release),
    readHold: async (name, release) => (await findRolloutHold(store, name, release))?.why ?? null,
    hold: (hold) => holdRollout(store, { ...hold, liveRevision: followed.revision }),
    announce: (notice) => announceRollout(store, { ...notice, liveRevision: followed.revision }),
    forget: (name) => health.forgetCanary(name),
    revision: () => followed.revision,
    getFreeze: () => null,
    advance: (name, rollout) => advanceRollout(store, name, { who: 'shell', ...rollout }),
    log: () => {},
    now: () => now,
  });
  const check = async () => {
    followed = await readLive(store);
    await controller.check();
  };
  /** Opens pages of both releases from 60 networks each; the canary fails on a share of its pages. */
  const visit = async (minutes: number, isBad: (page: number) => boolean = () => false) => {
    await check();
    const live = followed.remotes[remote]?.version ?? '';
    for (let visitor = 0; visitor < 60; visitor++, page++) {
      const from = (block: number) => ({
        view: `${block} ${page}`,
        network: `${block}.${page >> 8}.${page & 255}.0/24`,
        route: '',
      });
      health.reported(from(10), { kind: 'used', remote, release: live });
      health.reported(from(11), {
        kind: isBad(page) ? 'render' : 'used',
        remote,
        release: version,
      });
    }
    now += minutes * MINUTE_MS;
    await check();
  };
  return { visit, check };
}

/** Returns the step, and how many holds were announced. */
async function readState() {
  const { canary } = (await readLive(store)).remotes[remote] ?? {};
  const entries = await readAudit(store, remote);
  const holds = entries.filter(({ action }) => action === 'rollout-hold');
  return [canary?.rollout?.step, holds.length];
}

/** Lets the canary fail until the site holds the rollout. */
async function getHeld() {
  await site.visit(10, (page) => page % 2 === 0);
  expect(await readState()).toEqual([0, 1]);
  await site.visit(60);
  expect(await readState()).toEqual([0, 1]);
}

test('goes on with the next step after an approval', async () => {
  await getHeld();
  await advanceRollout(store, remote, { version, step: 0, why });
  await site.visit(9);
  expect(await readState()).toEqual([1, 1]);
  await site.visit(1);
  expect(await readState()).toEqual([2, 1]);
});

test('starts the step again after a pause between two checks', async () => {
  await getHeld();
  for (const paused of [true, false]) await setRolloutPaused(store, remote, { paused, why });
  await site.visit(9);
  expect(await readState()).toEqual([0, 1]);
  await site.visit(1);
  expect(await readState()).toEqual([1, 1]);
});

test('starts the step again after a pause that it saw', async () => {
  await getHeld();
  await setRolloutPaused(store, remote, { paused: true, why });
  await site.visit(60);
  await setRolloutPaused(store, remote, { paused: false, why });
  await site.visit(9);
  expect(await readState()).toEqual([0, 1]);
  await site.visit(1);
  expect(await readState()).toEqual([1, 1]);
});

test('restarts the step on a site that missed the hold', async () => {
  const other = await openSite();
  await other.visit(1);
  await getHeld();
  await setRolloutPaused(store, remote, { paused: true, why });
  await other.visit(1, (page) => page % 2 === 0);
  await setRolloutPaused(store, remote, { paused: false, why });
  await other.visit(9);
  expect(await readState()).toEqual([0, 1]);
  await other.visit(1);
  expect(await readState()).toEqual([1, 1]);
});

test.each([
  ['between two checks', false],
  ['that it saw', true],
])('judges a release anew after an abort %s', async (_, isSeen) => {
  await getHeld();
  await abortRollout(store, remote, { why });
  if (isSeen) await site.check();
  await startRollout(store, remote, { version, plan, why });
  await site.visit(9);
  expect(await readState()).toEqual([0, 1]);
  await site.visit(1);
  expect(await readState()).toEqual([1, 1]);
});

test('holds the next step for a new suspicion', async () => {
  await getHeld();
  await advanceRollout(store, remote, { version, step: 0, why });
  await site.visit(1);
  await site.visit(60, (page) => page % 2 === 0);
  expect(await readState()).toEqual([1, 2]);
});

test('keeps its hold after another site has raised the step', async () => {
  await site.visit(1, (page) => page % 2 === 0);
  await advanceRollout(store, remote, { version, step: 0, who: 'shell', why });
  await site.visit(60);
  expect(await readState()).toEqual([1, 1]);
});

test('keeps what the steps before an approval showed', async () => {
  const percents = [2, 5, 10, 20, 50, 100];
  const more = { steps: percents.map((percent) => ({ percent, minutes: 10, views: 50 })) };
  await abortRollout(store, remote, { why });
  await startRollout(store, remote, { version, plan: { ...more, approve: true }, why });
  for (let step = 0; step < 5; step++) {
    await site.visit(10, (page) => page % 10 === 0);
    if ((await readState())[1]) break;
    await advanceRollout(store, remote, { version, step, why });
  }
  expect(await readState()).toEqual([3, 1]);
});
