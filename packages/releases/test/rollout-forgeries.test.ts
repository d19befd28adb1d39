// The release server checks a sent change against the command that it claims to be.
import type { LivePointer, Order } from '@carry/contracts/release';
import { beforeEach, expect, test } from 'vitest';
import {
  advanceRollout,
  encode,
  quarantine,
  readLive,
  setRolloutPaused,
  startRollout,
} from '../src/index';
import { HttpStoreClient } from '../src/service/http-store-client';
import { signPointer } from '../src/signing/orders';
import { numbered, release } from './build';
import { bench, booking, openStore, prepareService, startService, trust } from './service-bench';

prepareService();
const REMOTE = 'mf-booking';
const target = { channel: 'x', expires: new Date(Date.now() + 86_400_000) };
type Canary = NonNullable<LivePointer['canary']>;
type Rollout = NonNullable<Canary['rollout']>;
let url: string;
let first: string;
let second: string;
let next: string;
let other: string;

beforeEach(async () => {
  url = await startService();
  const store = openStore(url, booking);
  first = (await release(store, numbered(1))).version;
  second = (await release(store, numbered(2))).version;
  next = (await release(store, numbered(3), { target })).version;
  other = (await release(store, numbered(4), { target })).version;
});

const begin = () => startRollout(openStore(url, booking), REMOTE, { version: next, why: 'new' });

/** Sends a pointer that the team signed, but none of its commands made. */
async function send(make: (pointer: LivePointer) => object): Promise<boolean> {
  const before = (await bench.behind.read('live.json')) as Buffer;
  const live = await readLive(bench.behind);
  const revision = live.revision + 1;
  const pointer = live.remotes[REMOTE] as LivePointer & { order: Order };
  const signing = { remote: REMOTE, revision, key: booking, trust: trust() };
  const signed = signPointer(make(pointer) as LivePointer, signing);
  const document = {
    ...live,
    revision,
    remotes: { ...live.remotes, [REMOTE]: signed },
    change: {
      ...{ at: new Date().toISOString(), who: `key ${booking.id}`, action: 'unlock' },
      ...{ remote: REMOTE, from: null, to: null, why: 'tidy', revision },
    },
  };
  return new HttpStoreClient(url, booking).compareAndSwap('live.json', before, encode(document));
}

const withRollout =
  (percent: number, change: Partial<Rollout>) =>
  ({ canary, ...pointer }: LivePointer) => {
    const rollout = { ...canary?.rollout, ...change };
    return { ...pointer, canary: { ...canary, percent, rollout } };
  };
const steps = [1, 100].map((percent) => ({ percent, minutes: 0, views: 0 }));

test.each<[string, number, Partial<Rollout>]>([
  ['step that skips one', 50, { step: 2 }],
  ['step with another share', 90, { step: 1 }],
  ['step with another plan', 100, { step: 1, steps }],
  ['pause that raises the share', 77, { paused: true }],
  ['pause at another step', 100, { paused: true, step: 3 }],
  ['pause with another plan', 5, { paused: true, steps }],
])('refuses a %s', async (_, percent, change) => {
  await begin();
  await expect(send(withRollout(percent, change))).rejects.toThrow(/not one that the command/);
});

test('refuses a step while the rollout is paused', async () => {
  await begin();
  await setRolloutPaused(openStore(url, booking), REMOTE, { paused: true, why: 'wait' });
  const step = withRollout(25, { step: 1 });
  await expect(send(step)).rejects.toThrow(/not one that the command/);
  const resume = withRollout(100, { paused: undefined, step: 0, steps });
  await expect(send(resume)).rejects.toThrow(/not one that the command/);
});

test('refuses a rollout that starts at a later step', async () => {
  const rollout = { steps: [5, 50].map((percent) => ({ percent, minutes: 0, views: 0 })), step: 1 };
  const canary = { version: next, percent: 50, takenBack: false, rollout };
  await expect(send((pointer) => ({ ...pointer, canary }))).rejects.toThrow(/not one that/);
});

const decision = () => ({ who: 'x', at: new Date().toISOString(), why: 'y' });

test('refuses a new release as an automatic rollback', async () => {
  await begin();
  const make = (pointer: LivePointer) => ({
    ...{ ...pointer, version: other, history: [second], rolledBack: true },
    quarantine: { [second]: decision() },
  });
  await expect(send(make)).rejects.toThrow(/not one that the command/);
});

test('refuses a second automatic rollback', async () => {
  const third = (await release(openStore(url, booking), numbered(5))).version;
  const store = openStore(url, booking);
  await quarantine(store, REMOTE, { version: third, to: second, why: 'fails' });
  const make = (pointer: LivePointer) => ({
    ...{ ...pointer, version: first, history: [], ahead: [second, third] },
    quarantine: { ...pointer.quarantine, [second]: decision() },
  });
  await expect(send(make)).rejects.toThrow(/not one that the command/);
});

test('refuses the end of a rollout as that of another canary', async () => {
  await begin();
  const canary = { version: other, percent: 0, takenBack: true };
  const make = (pointer: LivePointer) => ({
    ...pointer,
    canary,
    quarantine: { [other]: decision() },
  });
  await expect(send(make)).rejects.toThrow(/not one that the command/);
});

test('accepts what the commands send', async () => {
  const store = openStore(url, booking);
  await begin();
  await setRolloutPaused(store, REMOTE, { paused: true, why: 'wait' });
  await setRolloutPaused(store, REMOTE, { paused: false, why: 'go on' });
  await advanceRollout(store, REMOTE, { version: next, step: 0, why: 'fine' });
  expect((await readLive(bench.behind)).remotes[REMOTE]?.canary?.percent).toBe(25);
  await quarantine(store, REMOTE, { version: next, why: 'fails' });
  await quarantine(store, REMOTE, { version: second, to: first, why: 'fails' });
  expect((await readLive(bench.behind)).change).toMatchObject({ action: 'rolled-back', to: first });
});
