import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  abortRollout,
  advanceRollout,
  announceRollout,
  DirectoryStore,
  deriveTrust,
  encode,
  findRolloutHold,
  holdRollout,
  newPrivateKey,
  readAudit,
  readLive,
  readRolloutDecisions,
  readSigningKey,
  SignedStore,
  setRolloutPaused,
  startRollout,
} from '../src/index';
import { writeAudit } from '../src/pointers/live';
import { readRolloutState } from '../src/pointers/rollout-holds';
import { build, numbered, owners, release } from './build';

const remote = 'mf-booking';
const [team, site] = [readSigningKey(newPrivateKey()), readSigningKey(newPrivateKey())];
const trust = () =>
  deriveTrust(
    {
      owners: { [remote]: { ...owners[remote], keys: [team.publicKey] } },
      siteKeys: [site.publicKey],
    },
    [],
  );

let folder: string;
let below: DirectoryStore;
let store: SignedStore;
let version: string;
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'carry-holds-'));
  below = new DirectoryStore(folder);
  store = new SignedStore(below, trust, team);
  await release(store, build());
  ({ version } = await release(store, numbered(1), { target: { rollout: plan } }));
});
afterEach(() => rmSync(folder, { recursive: true }));

const plan = { steps: [5, 50, 100].map((percent) => ({ percent, minutes: 0, views: 0 })) };
const why = { why: 'test' };
async function hold(from = new SignedStore(below, trust, site)) {
  const { revision: liveRevision } = await readLive(below);
  const about = { remote, version, percent: 5, liveRevision };
  await holdRollout(from, { ...about, why: 'LCP is above 2000 ms' });
}
const held = async () => (await findRolloutHold(store, remote, version))?.why ?? null;

describe('the announcement of a rollout', () => {
  const announce = async (
    action: 'rollout-waiting' | 'rollout-finished',
    percent: number,
    from = new SignedStore(below, trust, site),
  ) => {
    const { revision: liveRevision } = await readLive(below);
    await announceRollout(from, { action, remote, version, percent, liveRevision, ...why });
  };
  const readCount = async (action: string) =>
    (await readAudit(store, remote)).filter((entry) => entry.action === action).length;
  const isWaiting = async (percent: number) =>
    (await readRolloutState(store, remote, { version, percent })).waits;

  test('is made once per step', async () => {
    for (let site = 0; site < 3; site++) await announce('rollout-waiting', 5);
    expect([await readCount('rollout-waiting'), await isWaiting(5)]).toEqual([1, true]);
    await advanceRollout(store, remote, { version, step: 0, ...why });
    expect(await isWaiting(50)).toBe(false);
    await announce('rollout-waiting', 50);
    expect([await readCount('rollout-waiting'), await isWaiting(50)]).toEqual([2, true]);
  });

  test('does not count while the rollout is held', async () => {
    const read = async () => {
      const { waits, finished } = await readRolloutState(store, remote, { version, percent: 5 });
      return [waits, finished];
    };
    await announce('rollout-waiting', 5);
    await announce('rollout-finished', 5);
    expect(await read()).toEqual([true, true]);
    await hold();
    expect(await read()).toEqual([false, false]);
  });

  test('is made again for a rollout that starts again', async () => {
    await announce('rollout-finished', 100);
    await abortRollout(store, remote, why);
    await startRollout(store, remote, { version, plan, ...why });
    await announce('rollout-finished', 100);
    expect(await readCount('rollout-finished')).toBe(2);
  });

  test('needs the signature of a site', async () => {
    await announce(
      'rollout-waiting',
      5,
      new SignedStore(below, trust, readSigningKey(newPrivateKey())),
    );
    expect([await readCount('rollout-waiting'), await isWaiting(5)]).toEqual([0, false]);
  });
});

describe('sites that announce the same at once', () => {
  const sites = () => {
    const stale = new SignedStore(below, trust, site);
    stale.list = async () => []; // as before the other site wrote
    return [new SignedStore(below, trust, site), stale];
  };
  const count = async () =>
    (await readAudit(store)).filter(({ action }) => /waiting|hold/.test(action)).length;

  test('write one entry', async () => {
    const { revision: liveRevision } = await readLive(below);
    const about = { remote, version, percent: 5, liveRevision, ...why };
    for (const from of sites()) {
      await announceRollout(from, { ...about, action: 'rollout-waiting' });
      await sleep(5);
    }
    expect(await count()).toBe(1);
    for (const from of sites()) {
      await hold(from);
      await sleep(5);
    }
    expect(await count()).toBe(2);
  });

  test('write it despite a crash of the first, or a false time', async () => {
    const { revision } = await readLive(below);
    const file = `audit/rollout-hold-${remote}-${version}-5-${revision}`;
    for (const at of ['2020-01-01T00:00:00.000Z', 'x'.repeat(1_000_000)]) {
      await below.write(file, encode({ at }));
      await hold();
      const entry = (await readAudit(store)).at(-1);
      expect(Date.now() - Date.parse(entry?.at ?? '')).toBeLessThan(60_000);
      expect(await held()).toBe('LCP is above 2000 ms');
    }
  });
});

describe('the hold of a rollout', () => {
  test('stays until a person resumes it', async () => {
    expect(await held()).toBeNull();
    await hold();
    expect(await held()).toBe('LCP is above 2000 ms');
    await setRolloutPaused(store, remote, { paused: true, ...why });
    expect(await held()).toBe('LCP is above 2000 ms');
    await setRolloutPaused(store, remote, { paused: false, ...why });
    expect(await held()).toBeNull();
  });

  test('ends when a person raises the step, or with the rollout', async () => {
    await hold();
    await advanceRollout(store, remote, { version, step: 0, ...why });
    expect(await held()).toBeNull();
    await hold();
    await abortRollout(store, remote, why);
    await startRollout(store, remote, { version, plan, ...why });
    expect(await held()).toBeNull();
  });

  test('ends with a decision whose entry is not written yet', async () => {
    await hold();
    await advanceRollout(store, remote, { version, step: 0, ...why });
    const { revision } = await readLive(store);
    const [entry = ''] = (await below.list('audit')).filter((one) => /rollout-step/.test(one));
    await below.remove(entry);
    expect(await held()).toBeNull();
    expect(await readRolloutDecisions(store, remote, version)).toMatchObject({ last: revision });
  });

  test('stays after a step that another site has raised meanwhile', async () => {
    await hold();
    const other = new SignedStore(below, trust, site);
    await advanceRollout(other, remote, { version, step: 0, who: 'shell', ...why });
    expect(await held()).toBe('LCP is above 2000 ms');
  });

  test.each([-1, 1])(
    'does not depend on the clock of a site, %i hours off',
    {
      tags: ['@fault-K10'],
    },
    async (hours) => {
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + hours * 3_600_000 });
      await hold();
      vi.useRealTimers();
      expect(await held()).toBe('LCP is above 2000 ms');
      await advanceRollout(store, remote, { version, step: 0, ...why });
      expect(await held()).toBeNull();
    },
  );

  test('stays despite a false decision', async () => {
    await hold();
    const about = { at: new Date().toISOString(), remote, from: version, to: version, why: 'ok' };
    for (const action of ['rollout-step', 'rollout-resume'] as const)
      await writeAudit(below, { ...about, action, who: `key ${team.id}`, revision: 900 });
    expect(await held()).toBe('LCP is above 2000 ms');
  });

  test.each([0, 900])('stays despite a decision %i later that a site signs', async (later) => {
    const revision = (await readLive(below)).revision + later;
    const at = new Date(Date.now() + 1000).toISOString();
    const signed = new SignedStore(below, trust, site);
    const old = { at: new Date().toISOString(), from: null, to: version, percent: 5, why: 'slow' };
    await writeAudit(signed, { ...old, who: 'shell', action: 'rollout-hold', remote });
    const about = { at, remote, from: version, to: version, why: 'ok', revision };
    const claim = { ...about, action: 'rollout-step', who: `key ${team.id}` } as const;
    await writeAudit(below, signed.signEntry(claim));
    expect(await held()).toBe('slow');
  });

  test('ends with a decision of an older command, which signs no entry', async () => {
    await hold();
    await advanceRollout(store, remote, { version, step: 0, ...why });
    const [path = ''] = (await below.list('audit')).filter((one) => /rollout-step/.test(one));
    const { signature: _, ...entry } = JSON.parse(String(await below.read(path)));
    await below.write(path, encode(entry));
    expect(await held()).toBeNull();
  });

  test('is ordered by time if an older site wrote it', async () => {
    const hour = 3_600_000;
    const write = async (offset: number) => {
      const at = new Date(Date.now() + offset).toISOString();
      const about = { at, who: 'shell', action: 'rollout-hold', remote } as const;
      const entry = { ...about, from: null, to: version, percent: 5, why: 'slow' };
      await writeAudit(new SignedStore(below, trust, site), entry);
    };
    await write(-hour);
    expect(await held()).toBeNull();
    await write(hour);
    expect(await held()).toBe('slow');
  });

  test('needs the key of a site', async () => {
    const stranger = readSigningKey(newPrivateKey());
    await hold(new SignedStore(below, trust, stranger));
    expect(await held()).toBeNull();
    await expect(hold(new SignedStore(below, trust, null))).rejects.toThrow(/SITE_KEY/);
  });
});

describe('the comparison of a rollout', () => {
  const read = () => readRolloutDecisions(store, remote, version);
  const pauseAndResume = async () => {
    for (const paused of [true, false]) await setRolloutPaused(store, remote, { paused, ...why });
  };

  test('goes on after steps and resumes without a hold', async () => {
    const before = await read();
    await advanceRollout(store, remote, { version, step: 0, ...why });
    await pauseAndResume();
    const after = await read();
    expect(after.comparison).toBe(before.comparison);
    expect(after.last).toBeGreaterThan(before.last ?? 0);
  });

  test.each([
    ['a step', () => advanceRollout(store, remote, { version, step: 0, ...why })],
    ['a resume', pauseAndResume],
  ])('starts anew with %s that ends a hold, once', async (_, decide) => {
    await hold();
    const { comparison } = await read();
    await decide();
    const anew = await read();
    expect(anew.comparison).not.toBe(comparison);
    await pauseAndResume();
    expect((await read()).comparison).toBe(anew.comparison);
  });

  test('starts anew after each hold, although a clock is ahead', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 600_000 });
    await hold();
    vi.useRealTimers();
    await pauseAndResume();
    const { comparison } = await read();
    await hold();
    await pauseAndResume();
    expect((await read()).comparison).not.toBe(comparison);
  });

  test('starts anew with another start', async () => {
    const { comparison } = await read();
    await abortRollout(store, remote, why);
    await startRollout(store, remote, { version, plan, ...why });
    expect((await read()).comparison).not.toBe(comparison);
  });
});
