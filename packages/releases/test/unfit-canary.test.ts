// The site changes while a canary runs, which then no longer fits it.
import type { LivePointer } from '@carry/contracts/release';
import { beforeEach, expect, test } from 'vitest';
import {
  advanceRollout,
  changeLive,
  encode,
  lift,
  lock,
  promote,
  quarantine,
  readLive,
  readSite,
  rollback,
  type Store,
  setCanary,
  setFlag,
  setRolloutPaused,
  startRollout,
  unlock,
} from '../src/index';
import { createPlan } from '../src/pointers/rollout';
import { createSignature } from '../src/signing/signature';
import { SignedStore } from '../src/signing/signed-store';
import { build, numbered, release } from './build';
import {
  bench,
  booking,
  openStore,
  operator,
  prepareService,
  startService,
  trust,
} from './service-bench';

const REMOTE = 'mf-booking';
const why = { why: 'test' };
const AT = '2026-01-01T00:00:00.000Z';
const withFlag = `exports.default = {
  contractVersion: 2,
  flags: { 'new-form': { default: false, does: 'shows the new form' } },
  createRoutes: () => [{ id: 'booking', path: '/booking/:id', Component: () => null }],
};`;

let server: Store;
let first: string;
let second: string;
let canary: string;
const pointer = async () => (await readLive(bench.behind)).remotes[REMOTE];

prepareService();
beforeEach(async () => {
  const direct = new SignedStore(bench.behind, trust, booking);
  const routes = "[{ id: 'booking', path: '/booking-success', Component: () => null }]";
  ({ version: first } = await release(direct, numbered(1)));
  ({ version: second } = await release(direct, build({ server: withFlag })));
  ({ version: canary } = await release(direct, build({ routes }), { target: { percent: 0 } }));
  server = openStore(await startService(), booking);
});

/** Takes the canary's path from the remote. */
async function makeUnfit() {
  const stored = await readSite(bench.behind);
  if (!stored) throw new Error('the store has no site');
  const { signature: _, ...site } = stored;
  const own = { ...site.owners[REMOTE], paths: ['/booking'] };
  const next = { ...site, revision: 2, owners: { ...site.owners, [REMOTE]: own } };
  const signature = createSignature('site', next, { key: operator });
  await bench.behind.write('site.json', encode({ ...next, signature }));
}

type Canary = NonNullable<LivePointer['canary']>;

/** Changes the canary like a team with a modified client. */
const change = (make: (canary: Canary) => object) =>
  changeLive(server, {
    ...{ remote: REMOTE, why: 'test' },
    next: (now) =>
      now?.canary ? { ...now, canary: { ...now.canary, ...make(now.canary) } } : null,
  });

test('is paused and resumed on a release server', async () => {
  await startRollout(server, REMOTE, { version: canary, ...why });
  await makeUnfit();
  for (const paused of [true, false]) await setRolloutPaused(server, REMOTE, { paused, ...why });
  expect((await pointer())?.canary).toMatchObject({ version: canary, percent: 5 });
});

test('lets a release server change the live release', async () => {
  await setCanary(server, REMOTE, { version: canary, percent: 10, ...why });
  await makeUnfit();
  await setFlag(server, REMOTE, { flag: 'new-form', percent: 25, ...why });
  await lock(server, REMOTE, { ...why, who: `key ${booking.id}` });
  await unlock(server, REMOTE, why);
  await quarantine(server, REMOTE, { version: second, to: first, ...why });
  await lift(server, REMOTE, { version: second, ...why });
  await rollback(server, REMOTE, { version: 'latest', ...why });
  await rollback(server, REMOTE, why);
  expect(await pointer()).toMatchObject({ version: first, canary: { version: canary } });
});

test('is refused a larger share by a release server', async () => {
  await setCanary(server, REMOTE, { version: canary, percent: 10, ...why });
  await makeUnfit();
  const before = await pointer();
  await expect(change(() => ({ percent: 20 }))).rejects.toThrow(/claims \/booking-success/);
  expect(await pointer()).toEqual(before);
  await change(() => ({ percent: 5 }));
  expect((await pointer())?.canary?.percent).toBe(5);
});

test('is raised by no site', async () => {
  await startRollout(server, REMOTE, { version: canary, ...why });
  await makeUnfit();
  const before = await pointer();
  const direct = new SignedStore(bench.behind, trust, booking);
  const step = { version: canary, step: 0, ...why };
  await expect(advanceRollout(direct, REMOTE, step)).rejects.toThrow(/claims \/booking-success/);
  expect(await pointer()).toEqual(before);
});

const rolling = (percents: number[], more: object = {}) => ({
  rollout: { ...createPlan(percents), step: 0, ...more },
});

const UNFIT = /claims \/booking-success/;
const approved = rolling([5, 100], { approve: true });

test.each<[string, object, object, RegExp]>([
  ['a rollout at its share', {}, rolling([5, 100]), UNFIT],
  ['a plan with larger shares', rolling([5, 10]), rolling([5, 100]), /is rolling out/],
  ['steps without approval', approved, rolling([5, 100]), /is rolling out/],
  ['the next step', rolling([5, 25]), { percent: 25, ...rolling([5, 25], { step: 1 }) }, UNFIT],
])('is refused %s by a release server', async (_, running, next, words) => {
  await setCanary(server, REMOTE, { version: canary, percent: 5, ...why });
  await change(() => running);
  await makeUnfit();
  const before = await pointer();
  await expect(change(() => next)).rejects.toThrow(words);
  expect(await pointer()).toEqual(before);
});

test('stays in quarantine beside its share', async () => {
  await setCanary(server, REMOTE, { version: canary, percent: 10, ...why });
  await changeLive(server, {
    ...{ remote: REMOTE, why: 'test' },
    next: (now) =>
      now ? { ...now, quarantine: { [canary]: { who: 'kim', at: AT, why: 'it fails' } } } : null,
  });
  await makeUnfit();
  await setFlag(server, REMOTE, { flag: 'new-form', percent: 25, ...why });
  const before = await pointer();
  await expect(lift(server, REMOTE, { version: canary, ...why })).rejects.toThrow(
    /claims \/booking-success/,
  );
  expect(await pointer()).toEqual(before);
});

test('stays in quarantine while it is live and locked', async () => {
  await promote(server, REMOTE, { version: canary, ...why });
  await lock(server, REMOTE, { ...why, who: `key ${booking.id}` });
  await quarantine(server, REMOTE, { version: canary, to: second, ...why });
  await makeUnfit();
  const before = await pointer();
  await expect(lift(server, REMOTE, { version: canary, ...why })).rejects.toThrow(
    /claims \/booking-success/,
  );
  expect(await pointer()).toEqual(before);
});
