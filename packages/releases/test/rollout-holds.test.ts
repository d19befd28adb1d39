import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  abortRollout,
  advanceRollout,
  DirectoryStore,
  findRolloutHold,
  holdRollout,
  newPrivateKey,
  readSigningKey,
  SignedStore,
  setRolloutPaused,
  startRollout,
  trustOf,
} from '../src/index';
import { build, numbered, owners, release } from './build';

const remote = 'mf-booking';
const [team, site] = [readSigningKey(newPrivateKey()), readSigningKey(newPrivateKey())];
const trust = () =>
  trustOf(
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
const hold = (from = new SignedStore(below, trust, site)) =>
  holdRollout(from, { remote, version, percent: 5, why: 'LCP is above 2000 ms' });
const held = () => findRolloutHold(store, remote, version);
const tick = () => new Promise((resolve) => setTimeout(resolve, 5)); // entries are ordered by time

describe('the hold of a rollout', () => {
  test('stays until a person resumes it', async () => {
    expect(await held()).toBeNull();
    await tick();
    await hold();
    expect(await held()).toBe('LCP is above 2000 ms');
    await tick();
    await setRolloutPaused(store, remote, { paused: true, ...why });
    expect(await held()).toBe('LCP is above 2000 ms');
    await tick();
    await setRolloutPaused(store, remote, { paused: false, ...why });
    expect(await held()).toBeNull();
  });

  test('ends with the next step, and is not of the next rollout', async () => {
    await tick();
    await hold();
    await tick();
    await advanceRollout(store, remote, { version, step: 0, ...why });
    expect(await held()).toBeNull();
    await tick();
    await hold();
    await abortRollout(store, remote, why);
    await tick();
    await startRollout(store, remote, { version, plan, ...why });
    expect(await held()).toBeNull();
  });

  test('needs the key of a site', async () => {
    await tick();
    const stranger = readSigningKey(newPrivateKey());
    await hold(new SignedStore(below, trust, stranger));
    expect(await held()).toBeNull();
    await expect(hold(new SignedStore(below, trust, null))).rejects.toThrow(/SITE_KEY/);
  });
});
