import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  deriveTrust,
  HttpStoreClient,
  readAudit,
  readLive,
  readSite,
  SignedStore,
} from '@carry/releases';
import { demo } from 'api/demo';
import pg from 'pg';
import { publishRemote } from 'workspace/publish-remote';
import { whyNoFleet } from './support/fleet/engines';
import { startFailingCanary } from './support/fleet/failing-canary';
import { type Fleet, startFleet } from './support/fleet/fleet';
import { type Load, startLoad } from './support/fleet/load';
import type { Member } from './support/fleet/member';
import { buildVariant } from './support/releases/variant';
import { expect, test } from './support/site/guard';
import { createKey, trusted } from './support/site/keys';

const why = whyNoFleet();
test.skip(why !== null, `no fleet is started: ${why}`);
if (why) console.log(`the fleet is not tested here: ${why}`);

/** Returns subjects of delivered emails, or one per `Message-ID`, as mailboxes show them. */
async function mailsTo(fleet: Fleet, address: string, each: 'delivery' | 'message') {
  const answer = await fetch(`${fleet.urls.sandbox}/mail.json?to=${encodeURIComponent(address)}`);
  const mails = (await answer.json()) as { subject: string; messageId: string }[];
  const first = ({ messageId }: (typeof mails)[0], at: number) =>
    mails.findIndex((mail) => mail.messageId === messageId) === at;
  return (each === 'message' ? mails.filter(first) : mails).map(({ subject }) => subject);
}

/** Checks that every paid booking exists once and sent one email to coach and student. */
async function everythingOnce(
  fleet: Fleet,
  { paid }: Load,
  mailBudgetMs: number,
  each: 'delivery' | 'message' = 'delivery',
): Promise<void> {
  expect(new Set(paid).size, 'each booking once').toBe(paid.length);
  const client = new pg.Client({ connectionString: fleet.site.env['DATABASE_URL'] ?? '' });
  await client.connect();
  const { rows } = await client
    .query(
      "SELECT id, starts_at FROM bookings WHERE status = 'confirmed' AND contact_info = 'fleet#1' ORDER BY id",
    )
    .finally(() => client.end());
  expect(rows.map(({ id }) => Number(id))).toEqual([...paid].sort((a, b) => a - b));
  expect(new Set(rows.map(({ starts_at }) => String(starts_at))).size).toBe(rows.length);
  const refunds = (await (
    await fetch(`${fleet.urls.sandbox}/v1/refunds`, {
      headers: { authorization: `Bearer ${fleet.site.env['STRIPE_SECRET_KEY']}` },
    })
  ).json()) as { data: object[] };
  expect(refunds.data, 'nobody paid twice').toEqual([]);
  const ofCoach = async () =>
    (await mailsTo(fleet, demo.coach.email, each))
      .flatMap((subject) => /^New booking \d+/.exec(subject)?.[0] ?? [])
      .sort();
  const wanted = paid.map((id) => `New booking ${id}`).sort();
  await expect.poll(ofCoach, { timeout: mailBudgetMs }).toEqual(wanted);
  const ofStudent = async () =>
    (await mailsTo(fleet, demo.student.email, each)).filter((subject) => /is booked$/.test(subject))
      .length;
  await expect.poll(ofStudent, { timeout: mailBudgetMs }).toBe(paid.length);
}

const restart = async (member: Member) => {
  await member.stop();
  await member.start();
};
const crash = async (member: Member, pauseMs: number) => {
  await member.kill();
  await sleep(pauseMs);
  await member.start();
};

/** Prints what nginx logged about requests that failed or were sent to a second server. */
function printProxyLogs({ nginx }: Fleet): void {
  const attempts = nginx.log().filter((line) => / 5\d\d |, /.test(line));
  console.log(['nginx:', ...attempts.slice(-100), ...nginx.log('error')].join('\n'));
}

test('loses no request during a rolling restart under load', {
  tag: ['@full', '@fault-fleet'],
}, async () => {
  test.setTimeout(300_000);
  const fleet = await startFleet();
  try {
    const load = await startLoad(fleet, () => false);
    const failingCanary = await startFailingCanary(fleet, 60_000);
    for (const member of fleet.processes) await restart(member);
    await restart(fleet.redis);
    await failingCanary.once();
    await load.stop();
    if (load.failed.length > 0) printProxyLogs(fleet);
    expect(load.failed).toEqual([]);
    console.log(`fleet: ${load.pages} pages, ${load.reads} reads, ${load.paid.length} bookings`);
    expect([load.pages > 20, load.reads > 20, load.paid.length > 2]).toEqual([true, true, true]);
    await everythingOnce(fleet, load, 20_000);
  } finally {
    await fleet.stop();
  }
});

/** Ships a release to a server that dies meanwhile, then retries. */
async function shipTwice(fleet: Fleet): Promise<void> {
  const { releases, store } = fleet;
  const dist = buildVariant('mf-marketing', [
    { file: 'home/how-it-works.tsx', from: 'How it works', to: 'How a fleet works' },
  ]);
  const team = createKey('mf-marketing');
  const trust = deriveTrust(await readSite(store), [trusted()]);
  const send = (report?: () => void) => {
    const toServer = new SignedStore(new HttpStoreClient(releases.url, team), () => trust, team);
    return publishRemote('mf-marketing', toServer, {
      why: 'to a fleet',
      dist,
      ...(report && { report }),
    });
  };
  const before = (await readLive(store)).remotes['mf-marketing']?.version;
  await releases.start();
  let outcome: Promise<unknown> = Promise.resolve();
  await new Promise<void>((begun) => {
    outcome = send(begun).catch((error: Error) => error);
  });
  await sleep(1000);
  await crash(releases, 500);
  expect(await outcome, 'its team hears that it did not arrive').toBeInstanceOf(Error);
  expect((await readLive(store)).remotes['mf-marketing']?.version).toBe(before);
  const { version } = await send();
  expect((await readLive(store)).remotes['mf-marketing']?.version).toBe(version);
  const entries = (await readAudit(store, 'mf-marketing')).filter(({ to }) => to === version);
  expect(entries.map(({ action }) => action)).toEqual(['publish']);
  await expect
    .poll(async () => (await fetch(fleet.urls.site)).text(), { timeout: 20_000 })
    .toContain('How a fleet works');
}

test('survives a crash of each process under load', {
  tag: ['@full', '@fault-fleet'],
}, async () => {
  test.setTimeout(900_000);
  const fleet = await startFleet();
  try {
    let killing = false;
    const load = await startLoad(fleet, () => killing);
    const all = [...fleet.processes, ...fleet.processes, fleet.redis, fleet.bucket];
    const order = all
      .map((member) => ({ member, at: Math.random() }))
      .sort((a, b) => a.at - b.at)
      .map(({ member }) => member);
    console.log(`killed in this order: ${order.map(({ name }) => name).join(', ')}`);
    const failingCanary = await startFailingCanary(fleet, 60_000);
    killing = true;
    for (const member of order) {
      await crash(member, 1000);
      await sleep(1000);
    }
    await shipTwice(fleet);
    expect(load.failed).toEqual([]);
    await crash(fleet.database, 2000); // single instance; API calls fail meanwhile
    await sleep(3000);
    const withoutDatabase = load.failed.splice(0);
    expect(withoutDatabase.filter((what) => !/^50[0-9] \/api\//.test(what))).toEqual([]);
    await crash(fleet.nginx, 500);
    await sleep(3000);
    const withoutProxy = load.failed.splice(0);
    expect(withoutProxy.filter((what) => !/^(fetch failed|terminated)/.test(what))).toEqual([]);
    killing = false;
    await failingCanary.once();
    await load.stop();
    expect(load.failed).toEqual([]);
    console.log(
      `fleet: ${load.pages} pages, ${load.reads} reads, ${load.paid.length} bookings, ${load.again.length} writes sent again`,
    );
    // an email claimed by a killed API is sent two minutes later, perhaps twice
    await everythingOnce(fleet, load, 180_000, 'message');
  } finally {
    await fleet.stop();
  }
});

const before = process.env['FLEET_BEFORE'];

test('loses no request during upgrade, rollback and upgrade under load', {
  tag: '@full',
}, async () => {
  test.skip(!before, 'FLEET_BEFORE names no checkout of another version');
  test.setTimeout(600_000);
  const fleet = await startFleet({
    folders: path.join(before ?? '', 'out'),
    releases: path.join(before ?? '', '.data/e2e/releases'),
    env: { RELEASES_TRUST: '' },
  });
  try {
    let theirs = true; // the other version may stop abruptly; a person would retry
    const load = await startLoad(fleet, () => theirs);
    const [site1, site2, api1, api2] = fleet.processes;
    for (const version of ['this', 'first', 'this'] as const) {
      fleet.use(version);
      theirs = version === 'this';
      for (const member of [api1, api2, site1, site2]) {
        await restart(member as Member);
        await sleep(3000);
      }
    }
    await load.stop();
    expect(load.failed).toEqual([]);
    console.log(`fleet: ${load.pages} pages, ${load.reads} reads, ${load.paid.length} bookings`);
    await everythingOnce(fleet, load, 30_000);
  } finally {
    await fleet.stop();
  }
});
