// Rollouts of a team at two sites and two release servers, with Redis and a bucket, while one of each is killed.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { HttpStore, readAudit, readLive, readSite, SignedStore, trustOf } from '@carry/releases';
import type { Page } from 'playwright/test';
import { freePorts } from 'workspace/process';
import { publishRemote } from 'workspace/publish-remote';
import { whyNoFleet } from './support/fleet/engines';
import { type Fleet, startFleet } from './support/fleet/fleet';
import type { Member } from './support/fleet/member';
import { startCommand } from './support/releases/commands';
import { bookingWith } from './support/releases/releases';
import { report, visit } from './support/releases/visits';
import { expect, test } from './support/site/guard';
import { asTeam, keyOf, trusted } from './support/site/keys';

const REMOTE = 'mf-booking';
const why = whyNoFleet();
test.skip(why !== null, `no fleet is started: ${why}`);

const planOf = (views: number) => ({
  steps: [50, 100].map((percent) => ({ percent, minutes: 0, views })),
});

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

const oneOf = <Item>(items: readonly Item[]): Item =>
  items[Math.floor(Math.random() * items.length)] as Item;

async function crash(member: Member): Promise<void> {
  console.log(`killed: ${member.name}`);
  await member.kill();
  await sleep(1000);
  await member.start();
}

/** Opens the console of a team at the release server. */
async function openConsole(fleet: Fleet, team: string, page: Page) {
  const [port = 0] = await freePorts();
  const lines: string[] = [];
  const env = {
    ...asTeam(team),
    SITE_URL: fleet.urls.site,
    STATUS_URL: fleet.site.urls.site,
    STATUS_TOKEN: fleet.site.env['STATUS_TOKEN'] ?? '',
  };
  const log = (line: string) => void lines.push(line);
  const command = ['console', '--to', fleet.releases.url];
  const running = await startCommand(command, { env, port, log });
  const link = () => /http:\S+#sign-in=\S+/.exec(lines.join('\n'))?.[0] ?? '';
  await expect.poll(link).not.toBe('');
  await page.goto(link());
  await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible();
  return { stop: () => running.stop() };
}

/** Sends a change from a page of the console, with the CSRF token of its session or another one. */
const changeFrom = (page: Page, token?: string): Promise<number> =>
  page.evaluate(
    async ({ remote, other }) => {
      const session = (await (await fetch('/console/api/session')).json()) as { csrf: string };
      const answer = await fetch('/console/api/changes', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-csrf-token': other ?? session.csrf },
        body: JSON.stringify({ action: 'lock', remote, why: 'mine' }),
      });
      return answer.status;
    },
    { remote: REMOTE, other: token },
  );

test('ends a slow rollout, finishes a sound one, and announces each step once', {
  tag: ['@full', '@fault-fleet'],
}, async ({ page, browser, expectErrors, allowErrors }) => {
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
    const trust = trustOf(await readSite(store), [trusted()]);
    const publish = async (key: string, words: string, views: number) => {
      const signing = keyOf(key);
      const server = new SignedStore(
        new HttpStore(fleet.releases.url, signing),
        () => trust,
        signing,
      );
      const target = { rollout: planOf(views) };
      return publishRemote(REMOTE, server, { why: words, dist: bookingWith(words), target });
    };
    const canary = async () => (await readLive(store)).remotes[REMOTE]?.canary;
    stops.push((await openConsole(fleet, REMOTE, page)).stop);
    await page.getByRole('link', { name: REMOTE, exact: true }).click();

    const { version: slow } = await publish(REMOTE, 'Book a slow session', 100_000);
    await expect(page.getByText('50 % of the visitors')).toBeVisible();
    const [site1, site2] = fleet.processes as [Member, Member];
    const servers = [fleet.releases, fleet.releases2];
    const killing = crash(oneOf([site1, site2])).then(() => crash(oneOf(servers)));
    await visitUntil(fleet, slow, {
      ...{ block: 11, lcp: (isNew) => (isNew ? 2000 : 1000) },
      isDone: async () => (await canary())?.percent === 0,
    });
    await killing;
    expect(await canary()).toEqual({ version: slow, percent: 0, takenBack: true });
    await expect(page.getByText('50 % of the visitors')).toHaveCount(0);
    await expect(page.getByRole('row', { name: slow }).getByText('Quarantine')).toBeVisible();

    const { version: sound } = await publish(REMOTE, 'Book a sound session', 20);
    const killingAgain = crash(oneOf([site1, site2])).then(() => crash(oneOf(servers)));
    await visitUntil(fleet, sound, {
      ...{ block: 51, lcp: () => 1000 },
      isDone: async () => (await canary())?.percent === 100,
    });
    await killingAgain;
    await expect(page.getByText('100 % of the visitors')).toBeVisible();
    await sleep(3000); // a second verdict or step of the other site would have arrived by now

    const audit = (await readAudit(store, REMOTE)).map(({ action, to }) => `${action} ${to}`);
    const expected = [
      `rollout ${slow}`,
      `canary-aborted ${slow}`,
      `rollout ${sound}`,
      `rollout-step ${sound}`,
    ];
    expect(audit.slice(-expected.length)).toEqual(expected);
    const about = () => chat.texts.filter((text) => text.includes(slow) || text.includes(sound));
    await expect.poll(() => about().length, { timeout: 90_000 }).toBe(expected.length);
    for (const [index, pattern] of [
      /started at 50/,
      /failed and/,
      /started at 50/,
      /reached 100/,
    ].entries())
      expect(about()[index]).toMatch(pattern);

    await page.getByRole('link', { name: 'Sites', exact: true }).click();
    await expect(page.getByRole('table').getByRole('row')).toHaveCount(3);

    await expect(publish('mf-account', 'Book a foreign session', 20)).rejects.toThrow(
      /may not sign it/,
    );
    const foreign = await browser.newPage();
    stops.push((await openConsole(fleet, 'mf-account', foreign)).stop);
    await foreign.goto(new URL(`/console/remotes/${REMOTE}`, foreign.url()).href);
    await expect(foreign.getByText(/may not change mf-booking/)).toBeVisible();
    await expect(foreign.getByRole('button', { name: /Abort|Lock|Roll back/ })).toHaveCount(0);
    expectErrors('403 /console/api/changes');
    expect(await changeFrom(foreign)).toBe(403);
    expect(await changeFrom(page, 'A'.repeat(43))).toBe(403);
    await foreign.close();
    expect((await readLive(store)).remotes[REMOTE]?.lock).toBeUndefined();
  } finally {
    await page.close();
    await Promise.all(stops.map((stop) => stop()));
    await fleet.stop();
    chat.close();
  }
});
