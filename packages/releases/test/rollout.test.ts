import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  abortRollout,
  advanceRollout,
  DirectoryStore,
  deriveTrust,
  encode,
  lock,
  promote,
  quarantine,
  readAudit,
  readLive,
  readSite,
  rollback,
  SignedStore,
  type Store,
  setCanary,
  setRolloutPaused,
  startRollout,
} from '../src/index';
import { newPrivateKey, readSigningKey, type SigningKey } from '../src/signing/keys';
import { createSignature } from '../src/signing/signature';
import { readPointer } from '../src/signing/signed-store';
import { numbered, owners, release } from './build';

const REMOTE = 'mf-booking';
const why = 'new release';
const [team, operator, site, stranger] = Array.from({ length: 4 }, () =>
  readSigningKey(newPrivateKey()),
) as [SigningKey, SigningKey, SigningKey, SigningKey];

let folder: string;
let bucket: DirectoryStore;
let live: string;
let version: string;

const trust = async () => deriveTrust(await readSite(bucket), [operator.publicKey]);
async function createStore(key: SigningKey): Promise<Store> {
  const trusted = await trust();
  return new SignedStore(bucket, () => trusted, key);
}
const canary = async () => (await readLive(bucket)).remotes[REMOTE]?.canary;
/** Returns the canary that a site trusts, and what it ignores. */
async function readTrusted() {
  const { pointer, ignored } = readPointer(REMOTE, await readLive(bucket), {
    trust: await trust(),
  });
  return { percent: pointer?.canary?.percent, step: pointer?.canary?.rollout?.step, ignored };
}

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'carry-rollout-'));
  bucket = new DirectoryStore(folder);
  const document = {
    schema: 1,
    revision: 1,
    owners: { ...owners, [REMOTE]: { ...owners[REMOTE], keys: [team.publicKey] } },
    siteKeys: [site.publicKey],
  };
  const signature = createSignature('site', document, { key: operator });
  await bucket.write('site.json', encode({ ...document, signature }));
  const store = await createStore(team);
  live = (await release(store, numbered(1))).version;
  version = (await release(store, numbered(2), { target: { percent: 0 } })).version;
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const start = async () => startRollout(await createStore(team), REMOTE, { version, why });
const advance = async (key: SigningKey, step: number) =>
  advanceRollout(await createStore(key), REMOTE, { version, step, why: 'not worse' });

describe('a rollout', () => {
  test('is raised to the planned shares, with an audit entry each', async () => {
    await start();
    for (const step of [0, 1, 2, 3]) await advance(site, step);
    expect(await readTrusted()).toEqual({ percent: 100, step: 3, ignored: [] });
    const actions = (await readAudit(bucket, REMOTE)).map(({ action, percent }) => [
      action,
      percent,
    ]);
    expect(actions.slice(-4)).toEqual([
      ['rollout', 5],
      ['rollout-step', 25],
      ['rollout-step', 50],
      ['rollout-step', 100],
    ]);
  });

  test('is raised once by two sites', async () => {
    await start();
    await Promise.all([advance(site, 0), advance(site, 0)]);
    expect(await canary()).toMatchObject({ percent: 25, rollout: { step: 1 } });
  });

  test('stays at its step while paused, then continues', async () => {
    await start();
    await advance(site, 0);
    const store = await createStore(team);
    await setRolloutPaused(store, REMOTE, { paused: true, why: 'weekend' });
    await advance(site, 1);
    expect(await canary()).toMatchObject({ percent: 25, rollout: { step: 1, paused: true } });
    await setRolloutPaused(store, REMOTE, { paused: false, why: 'monday' });
    await advance(site, 1);
    expect(await readTrusted()).toEqual({ percent: 50, step: 2, ignored: [] });
  });

  test('ends at 0 percent', async () => {
    await start();
    await abortRollout(await createStore(team), REMOTE, { why: 'no' });
    expect(await canary()).toEqual({ version, percent: 0, takenBack: false });
    await advance(site, 0);
    expect(await canary()).toMatchObject({ percent: 0 });
  });

  test('is aborted by a decision of a site', async () => {
    await start();
    await advance(site, 0);
    await quarantine(await createStore(site), REMOTE, { version, why: 'it is slow' });
    expect(await readTrusted()).toMatchObject({ percent: 0, ignored: [] });
  });

  test('is refused on a locked remote, and beside another', async () => {
    await start();
    const store = await createStore(team);
    const other = (
      await release(store, numbered(3), {
        target: { channel: 'next', expires: new Date(Date.now() + 1e6) },
      })
    ).version;
    await expect(startRollout(store, REMOTE, { version: other, why })).rejects.toThrow(
      /is rolling out/,
    );
    await expect(setCanary(store, REMOTE, { version: other, percent: 10, why })).rejects.toThrow(
      /is rolling out/,
    );
    await lock(store, REMOTE, { why: 'hold', who: 'ops' });
    await expect(advance(site, 0)).rejects.toThrow(/locked/);
    await expect(startRollout(store, REMOTE, { version, why })).rejects.toThrow(/locked/);
  });

  test('refuses other live releases until it ends', async () => {
    const store = await createStore(team);
    const { version: other } = await release(store, numbered(3), { target: { percent: 0 } });
    await start();
    const isRefused = async (state: RegExp) => {
      const { remotes } = await readLive(bucket);
      for (const change of [
        () => rollback(store, REMOTE, { version: other, why }),
        () => promote(store, REMOTE, { version: other, why }),
        () => release(store, numbered(4)),
        () => release(store, numbered(1)), // live
      ])
        await expect(change()).rejects.toThrow(state);
      expect((await readLive(bucket)).remotes).toEqual(remotes);
    };
    await isRefused(/is rolling out \(5 %\); make it live .* or abort/);
    await abortRollout(store, REMOTE, { why });
    await setCanary(store, REMOTE, { version, percent: 100, why });
    await isRefused(/all visitors get the canary/);
    await expect(setCanary(store, REMOTE, { version: other, percent: 10, why })).rejects.toThrow(
      /all visitors get the canary/,
    );
    await expect(startRollout(store, REMOTE, { version: other, why })).rejects.toThrow(
      /all visitors get the canary/,
    );
    await setCanary(store, REMOTE, { version, percent: 99, why });
    await rollback(store, REMOTE, { version: other, why });
    expect((await readLive(bucket)).remotes[REMOTE]?.version).toBe(other);
  });

  test.each([0, 10, 100])('is not replaced by a canary of its release at %i %', async (percent) => {
    await start();
    await advance(site, 0);
    const before = await canary();
    const store = await createStore(team);
    const running = /is rolling out \(25 %\); make it live \(promote\) or abort its rollout/;
    for (const change of [
      () => setCanary(store, REMOTE, { version, percent, why }),
      () => release(store, numbered(2), { target: { percent } }),
    ])
      await expect(change()).rejects.toThrow(running);
    expect(await canary()).toEqual(before);
  });

  test('ends when its release is returned to', async () => {
    const store = await createStore(team);
    await promote(store, REMOTE, { version, why });
    await rollback(store, REMOTE, { why });
    await start();
    await rollback(store, REMOTE, { version: 'latest', why });
    expect((await readLive(bucket)).remotes[REMOTE]).toMatchObject({ version, history: [live] });
    expect(await canary()).toBeUndefined();
  });

  test('is paused and aborted only for the release that was seen', async () => {
    await start();
    const store = await createStore(team);
    const seen = { version: '9.9.9-other', why };
    await expect(abortRollout(store, REMOTE, seen)).rejects.toThrow(/9\.9\.9-other has ended/);
    await expect(setRolloutPaused(store, REMOTE, { ...seen, paused: true })).rejects.toThrow(
      /9\.9\.9-other has ended/,
    );
    await expect(
      setCanary(store, REMOTE, { version: seen.version, percent: 0, why }),
    ).rejects.toThrow(/is rolling out/);
    await abortRollout(store, REMOTE, { version, why });
    await setCanary(store, REMOTE, { version, percent: 10, why });
    await expect(
      setCanary(store, REMOTE, { version: seen.version, percent: 0, why }),
    ).rejects.toThrow(/the canary of mf-booking is .*, not 9/);
  });

  test.each([
    [[25, 5], /rise/],
    [[5, 5], /rise/],
    [[100], /starts below 100 %.*publish without --rollout/],
  ])('refuses the steps %j', async (shares, message) => {
    const steps = shares.map((percent) => ({ percent, minutes: 1, views: 1 }));
    const plan = { steps };
    await expect(
      startRollout(await createStore(team), REMOTE, { version, why, plan }),
    ).rejects.toThrow(message);
  });

  test('is refused for the live release', async () => {
    await expect(
      startRollout(await createStore(team), REMOTE, { version: live, why }),
    ).rejects.toThrow(/is live already/);
  });
});

test('an automatic rollback to the canary ends it without a decision', async () => {
  const store = await createStore(team);
  await promote(store, REMOTE, { version, why });
  await setCanary(store, REMOTE, { version: live, percent: 50, why });
  await quarantine(await createStore(site), REMOTE, { version, to: live, why: 'it fails' });
  expect((await readLive(bucket)).remotes[REMOTE]?.version).toBe(live);
  expect(await readTrusted()).toEqual({ percent: undefined, step: undefined, ignored: [] });
});

/** Changes the canary like somebody with bucket access. */
async function forge(change: (canary: object) => object, key: SigningKey | null, step = 1) {
  const read = await readLive(bucket);
  const pointer = read.remotes[REMOTE];
  const revision = read.revision + 1;
  const progress = { step, revision };
  const about = { remote: REMOTE, version };
  const signature = key && createSignature('rollout', progress, { key, about });
  const rollout = { ...pointer?.canary?.rollout, ...progress, ...(signature && { signature }) };
  const forged = { ...pointer, canary: change({ ...pointer?.canary, rollout }) };
  await bucket.write('live.json', encode({ ...read, revision, remotes: { [REMOTE]: forged } }));
}

describe('a forged step', () => {
  const raised = (value: object) => ({ ...value, percent: 25 });

  test.each<[string, () => Promise<void>, RegExp]>([
    ['without a signature', () => forge(raised, null), /is not signed/],
    ['of a stranger', () => forge(raised, stranger), /may not sign it/],
    [
      'to a share outside the plan',
      () => forge((value) => ({ ...value, percent: 100 }), site),
      /100 %, which is not in its plan/,
    ],
    [
      'beyond the plan',
      () => forge((value) => ({ ...value, percent: 100 }), site, 9),
      /not in its plan/,
    ],
  ])('%s is ignored', async (_, attack, message) => {
    await start();
    await attack();
    const { percent, step, ignored } = await readTrusted();
    expect([percent, step]).toEqual([5, 0]);
    expect(ignored.join()).toMatch(message);
  });

  test('of a paused rollout is ignored', async () => {
    await start();
    await setRolloutPaused(await createStore(team), REMOTE, { paused: true, why: 'weekend' });
    await forge(raised, site);
    expect(await readTrusted()).toMatchObject({ percent: 5, step: 0 });
  });

  test('from before the last order is ignored', async () => {
    await start();
    await advance(site, 0);
    const raisedTo = await canary();
    await abortRollout(await createStore(team), REMOTE, { why: 'no' });
    await start();
    const read = await readLive(bucket);
    const pointer = { ...read.remotes[REMOTE], canary: raisedTo };
    await bucket.write(
      'live.json',
      encode({ ...read, revision: read.revision + 1, remotes: { [REMOTE]: pointer } }),
    );
    const { percent, ignored } = await readTrusted();
    expect(percent).toBe(5);
    expect(ignored.join()).toMatch(/is older than the order/);
  });

  test('of a plain canary is refused', async () => {
    await setCanary(await createStore(team), REMOTE, { version, percent: 10, why });
    const rollout = {
      steps: [
        { percent: 5, minutes: 0, views: 0 },
        { percent: 100, minutes: 0, views: 0 },
      ],
    };
    await forge((value) => ({ ...value, percent: 100, rollout: { ...rollout, step: 1 } }), site);
    await expect(readTrusted()).rejects.toThrow(/which is not signed/);
  });
});
