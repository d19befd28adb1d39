// Rollouts of a team at two sites and two release servers, with Redis and a bucket, while one of each is killed.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  deriveTrust,
  HttpStoreClient,
  readAudit,
  readLive,
  readSite,
  SignedStore,
} from '@carry/releases';
import type { Page } from 'playwright/test';
import { publishRemote } from 'workspace/publish-remote';
import { whyNoFleet } from './support/fleet/engines';
import { type Fleet, startFleet } from './support/fleet/fleet';
import type { Member } from './support/fleet/member';
import { type OpenedConsole, startConsole } from './support/releases/console';
import { bookingWith } from './support/releases/releases';
import { report, visit } from './support/releases/visits';
import { expect, test } from './support/site/guard';
import { asTeam, createKey, trusted } from './support/site/keys';

const REMOTE = 'mf-booking';
const why = whyNoFleet();
test.skip(why !== null, `no fleet is started: ${why}`);

const createPlan = (views: number) => ({
  steps: [50, 100].map((percent) => ({ percent, minutes: 0, views })),
});

/** Texts of the changes of a rollout. */
const announced: Record<string, RegExp> = {
  rollout: /started at 50/,
  'canary-aborted': /failed and/,
  'rollout-step': /reached 100/,
  'rollout-finished': /is finished/,
};

/** Starts a stand-in for a chat service; it keeps what was posted. */
async function startChat() {
  const texts: string[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    texts.push((JSON.parse(body) as { text: string }).text);
    response.writeHead(200).end('ok');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { texts, url: `http://127.0.0.1:${port}/hook`, close: () => server.close() };
}

/** Opens pages as visitors of networks of their own until `isDone`. `lcp` is what their browsers report. */
async function visitUntil(
  fleet: Fleet,
  version: string,
  {
    block,
    lcp,
    isDone,
  }: { block: number; lcp(isNew: boolean): number; isDone(): Promise<boolean> },
): Promise<void> {
  const live = (await readLive(fleet.store)).remotes[REMOTE]?.version ?? '';
  for (let page = 0; page < 2000; page++) {
    if (page % 20 === 0 && (await isDone())) return;
    const seen = await visit(fleet).catch(() => null); // a site is being killed
    if (!seen?.view) continue;
    const isNew = seen.composition.includes(version);
    const own = { remote: REMOTE, release: isNew ? version : live };
    const vital = { kind: 'vital', ...own, metric: 'LCP', value: lcp(isNew) + (page % 7) * 20 };
    const from = `${block + Math.floor(page / 250)}.${page % 250}.1.7`;
    const reports = [{ kind: 'used', ...own }, vital];
    await report(fleet, { view: seen.view, reports, from }).catch(() => {});
  }
  throw new Error('too many visitors');
}

const getOnly = <Item>(items: readonly Item[]): Item =>
  items[Math.floor(Math.random() * items.length)] as Item;

/** Kills a random member of each kind, one after another, until it is stopped. */
function killAtRandom(...kinds: (readonly Member[])[]): () => Promise<void> {
  const stopping = new AbortController();
  const killing = (async () => {
    while (!stopping.signal.aborted) {
      for (const kind of kinds) await crash(getOnly(kind));
      await sleep(2000 * Math.random());
    }
  })();
  return () => {
    stopping.abort();
    return killing;
  };
}

async function crash(member: Member): Promise<void> {
  console.log(`killed: ${member.name}`);
  await member.kill();
  await sleep(1000);
  await member.start();
}

/** Opens the console of a team at the release server. */
async function openConsole(fleet: Fleet, team: string, page: Page): Promise<OpenedConsole> {
  const env = { ...asTeam(team), SITE_URL: fleet.urls.site };
  const opened = await startConsole(env, '--to', fleet.releases.url);
  await page.goto(opened.link);
  await page.getByRole('link', { name: 'Sites', exact: true }).click();
  await expect(page.getByRole('rowheader')).toHaveCount(2);
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible();
  return opened;
}

test('ends slow rollouts, finishes sound ones, announces each step once', {
  tag: ['@full', '@fault-fleet'],
}, async ({ page, allowErrors }) => {
  test.setTimeout(900_000);
  // the console's release server is killed
  for (const path of ['session', 'overview', 'day', `remotes/${REMOTE}`])
    allowErrors(`500 /console/api/${path}`, `503 /console/api/${path}`);
  const chat = await startChat();
  const fleet = await startFleet(undefined, { EVENTS_URLS: `slack+${chat.url}` });
  const stops: (() => Promise<unknown>)[] = [];
  try {
    await Promise.all([fleet.releases.start(), fleet.releases2.start()]);
    const { store } = fleet;
    const trust = deriveTrust(await readSite(store), [trusted()]);
    const publish = async (key: string, words: string, views: number) => {
      const signing = createKey(key);
      const server = new SignedStore(
        new HttpStoreClient(fleet.releases.url, signing),
        () => trust,
        signing,
      );
      const target = { rollout: createPlan(views) };
      return publishRemote(REMOTE, server, {
        why: words,
        dist: bookingWith(words),
        target,
      });
    };
    const canary = async () => (await readLive(store)).remotes[REMOTE]?.canary;
    await expect(publish('mf-account', 'Book a foreign session', 20)).rejects.toThrow(
      /may not sign it/,
    );
    stops.push((await openConsole(fleet, REMOTE, page)).stop);
    await page.getByRole('link', { name: REMOTE, exact: true }).click();

    const { version: slow } = await publish(REMOTE, 'Book a slow session', 100_000);
    await expect(page.getByText('50 % of the visitors')).toBeVisible();
    const sites = fleet.processes.slice(0, 2);
    const servers = [fleet.releases, fleet.releases2];
    const stopKilling = killAtRandom(sites, servers);
    stops.push(stopKilling);
    await visitUntil(fleet, slow, {
      ...{ block: 11, lcp: (isNew) => (isNew ? 2000 : 1000) },
      isDone: async () => (await canary())?.percent === 0,
    });
    await stopKilling();
    expect(await canary()).toEqual({ version: slow, percent: 0, takenBack: true });
    await expect(page.getByText('50 % of the visitors')).toHaveCount(0);
    await expect(
      page.getByRole('row', { name: slow }).getByText('Quarantine', { exact: true }),
    ).toBeVisible();

    const { version: sound } = await publish(REMOTE, 'Book a sound session', 20);
    const stopKillingAgain = killAtRandom(sites, servers);
    stops.push(stopKillingAgain);
    await visitUntil(fleet, sound, {
      ...{ block: 51, lcp: () => 1000 },
      isDone: async () =>
        (await readAudit(store, REMOTE)).some(({ action }) => action === 'rollout-finished'),
    });
    await stopKillingAgain();
    await expect(page.getByText('100 % of the visitors')).toBeVisible();
    await sleep(3000); // a second decision or step of the other site would have arrived by now

    const changes = (await readAudit(store, REMOTE)).filter(
      ({ to }) => to === slow || to === sound,
    );
    expect(changes.map(({ action, to }) => `${action} ${to}`)).toEqual([
      `rollout ${slow}`,
      `canary-aborted ${slow}`,
      `rollout ${sound}`,
      `rollout-step ${sound}`,
      `rollout-finished ${sound}`,
    ]);
    const about = () => chat.texts.filter((text) => text.includes(slow) || text.includes(sound));
    await expect.poll(() => about().length, { timeout: 90_000 }).toBe(changes.length);
    for (const [index, { action }] of changes.entries())
      expect(about()[index]).toMatch(announced[action] ?? 'no announcement');

    await page.getByRole('link', { name: 'Sites', exact: true }).click();
    // a killed site stays in the list until it has been silent for a while
    const rows = () => page.getByRole('table').getByRole('row').count();
    await expect.poll(rows).toBeGreaterThanOrEqual(3);
  } finally {
    await page.close();
    await Promise.all(stops.map((stop) => stop()));
    await fleet.stop();
    chat.close();
  }
});
