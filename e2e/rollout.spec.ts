import { abortRollout, readAudit, readLive, startRollout } from '@carry/releases';
import { liveVersion, openStore, restore } from './support/releases/releases';
import { canaryAt, caughtUp, report, visit } from './support/releases/visits';
import { expect, type Site, test } from './support/site/fixtures';

const REMOTE = 'mf-booking';
const createPlan = (views: number) => ({
  steps: [50, 100].map((percent) => ({ percent, minutes: 0, views })),
});

interface Visitors {
  version: string;
  live: string;
  /** First part of their networks' addresses. */
  block: number;
  metric: 'LCP' | 'TTI';
  toMs(release: string): number;
}

/** Returns a function that opens pages as visitors of more networks, whose browsers report a metric. */
function createVisitors(
  site: Site,
  { version, live, block, metric, toMs }: Visitors,
): () => Promise<void> {
  let page = 0;
  return async () => {
    for (const end = page + 20; page < end; page++) {
      const { view, composition } = await visit(site);
      const release = composition.includes(version) ? version : live;
      const own = { remote: REMOTE, release };
      const vital = { kind: 'vital', ...own, metric, value: toMs(release) + (page % 7) * 20 };
      await report(site, {
        view,
        reports: [{ kind: 'used', ...own }, vital],
        from: `${block}.${page & 255}.${page >> 8}.7`,
      });
    }
  };
}

test('raises a sound rollout and ends a slow one', {
  tag: '@fault-11.19',
}, async ({ site }) => {
  test.setTimeout(180_000);
  const store = openStore(site);
  await site.restart('site', { TRUSTED_PROXIES: '1' });
  const live = await liveVersion(site, REMOTE);
  const version = await canaryAt(site, 0);
  const canary = async () => (await readLive(store)).remotes[REMOTE]?.canary;
  const start = async (views: number) => {
    await startRollout(store, REMOTE, { version, why: 'new form', plan: createPlan(views) });
    await caughtUp(site);
  };

  await start(20);
  const sound = createVisitors(site, {
    version,
    live,
    block: 198,
    metric: 'LCP',
    toMs: () => 1000,
  });
  await expect
    .poll(() => sound().then(canary), { timeout: 60_000 })
    .toMatchObject({ percent: 100, rollout: { step: 1 } });
  expect((await readAudit(store, REMOTE)).at(-1)).toMatchObject({
    action: 'rollout-step',
    percent: 100,
    why: expect.stringMatching(/^not worse on \d+ pages at 50 %$/),
  });
  await abortRollout(store, REMOTE, { why: 'again' });
  await caughtUp(site);
  await report(site, {
    view: (await visit(site)).view,
    reports: [{ kind: 'used', remote: REMOTE, release: live }],
    from: '192.0.2.7',
  });

  await start(1000); // more than its visitors, so that only a decision ends it
  const toMs = (release: string) => (release === version ? 3000 : 1000);
  const slowed = createVisitors(site, { version, live, block: 203, metric: 'TTI', toMs: toMs });
  await expect
    .poll(() => slowed().then(canary), { timeout: 90_000 }) // a busy site tries a release again after 30 s
    .toEqual({ version, percent: 0, takenBack: true });
  expect((await readAudit(store, REMOTE)).at(-1)).toMatchObject({
    action: 'canary-aborted',
    why: expect.stringMatching(
      /^TTI is above \d+ ms on \d+ of \d+ pages, with the live one on 0 of \d+$/,
    ),
  });
  await restore(site);
});
