import { readAudit, readLive } from '@carry/releases';
import { publishRemote } from 'workspace/publish-remote';
import { startFrontProxy, startProxy } from './support/fleet/front-proxy';
import {
  bookingWith,
  openStore,
  publishBooking,
  restore,
  waitForRelease,
} from './support/releases/releases';
import { buildVariant } from './support/releases/variant';
import { canaryAt, readStatus, report, visit } from './support/releases/visits';
import { expect, type Site, startSite, test } from './support/site/fixtures';

const REMOTE = 'mf-booking';
const readPointer = async (site: Site) => (await readLive(openStore(site))).remotes[REMOTE];

test('keeps local routes private behind a default reverse proxy', {
  tag: ['@fault-11.27'],
}, async () => {
  const site = await startSite({ PREVIEWS: 'open', STATUS_TOKEN: 'let me in' });
  const proxy = await startFrontProxy(site.urls.site);
  try {
    const status = async (path: string, init: RequestInit = {}) =>
      (await fetch(proxy.url + path, { redirect: 'manual', ...init })).status;
    const json = { 'content-type': 'application/json', 'x-carry-dev': 'yes' };
    const body = JSON.stringify({
      remote: REMOTE,
      port: 1,
      routes: ['/booking/:coachId'],
      needs: { workers: false, wasm: false },
      everybody: true,
    });
    const forged: Record<string, string>[] = [
      {},
      { 'x-forwarded-for': '127.0.0.1' },
      { 'x-forwarded-host': 'localhost' },
    ];
    for (const headers of forged) {
      expect(await status('/_shell/status', { headers })).toBe(404);
      expect(
        await status('/_shell/dev', { method: 'POST', body, headers: { ...json, ...headers } }),
      ).toBe(405);
      expect(await status(`/?preview=${REMOTE}@dev`, { headers })).toBe(403);
    }
    expect(await status('/_shell/status', { headers: { authorization: 'Bearer let me in' } })).toBe(
      200,
    );
    expect(await status('/')).toBe(200);
    expect((await readStatus(site)).revision).toBeGreaterThan(0);
  } finally {
    await proxy.stop();
    await site.stop();
  }
});

test('ignores reports of one client, household or proxy', {
  tag: ['@full', '@fault-11.18'],
}, async ({ site }) => {
  await publishBooking(site, 'Book your next session');
  const before = await readPointer(site);
  const release = before?.version ?? '';
  await waitForRelease(site, release);
  const complain = async (from: (index: number) => string | undefined, times = 14) => {
    for (let index = 0; index < times; index++) {
      const { view } = await visit(site);
      const own = { remote: REMOTE, release };
      expect(
        (
          await report(site, {
            view,
            reports: [
              { kind: 'used', ...own },
              { kind: 'load', ...own },
            ],
            from: from(index),
          })
        ).status,
      ).toBe(204);
    }
  };
  await complain((index) => `203.0.${index}.7`); // an untrusted proxy
  expect(site.lines.join('\n')).toMatch(/X-Forwarded-For arrives.* but TRUSTED_PROXIES is 0/);
  await complain(() => undefined);
  await site.restart('site', { TRUSTED_PROXIES: '1' });
  await complain((index) => `2001:db8:7:${index % 3}::5`);
  await complain((index) => `203.0.113.7:${50_000 + index}`);
  await complain((index) => `203.0.113.${index}`);
  await complain((index) => `198.51.${index}.7, 203.0.113.9`); // a forged X-Forwarded-For entry
  expect((await readStatus(site)).decisions).toEqual([]);
  expect(await readPointer(site)).toEqual(before);
  await restore(site);
});

test('keeps a healthy canary despite false reports of many networks', {
  tag: ['@full', '@fault-11.18'],
}, async ({ site }) => {
  test.setTimeout(240_000);
  await site.restart('site', { TRUSTED_PROXIES: '1' });
  const version = await canaryAt(site, 50);
  const own = { remote: REMOTE, release: version };
  const view = async () => {
    const { view, composition } = await visit(site);
    return { view, release: composition.includes(version) ? version : '' };
  };
  const live = (await readPointer(site))?.version ?? '';
  for (let page = 0; page < 150; page++) {
    const { view: token, release } = await view();
    const used = { kind: 'used', remote: REMOTE, release: release || live };
    await report(site, { view: token, reports: [used], from: `198.${page}.1.7` });
  }
  let told = 0;
  while (told < 41) {
    const { view: token, release } = await view();
    await report(site, {
      view: token,
      reports: [
        { kind: 'used', ...own },
        { kind: 'render', ...own },
      ],
      from: `203.0.${told % 9}.7`,
    });
    if (release) told++;
  }
  const { releases } = await readStatus(site);
  const counted = releases.find((release) => release.version === version);
  expect((counted as unknown as { render: number }).render).toBe(41);
  await expect
    .poll(async () => (await readPointer(site))?.canary)
    .toMatchObject({ version, percent: 50, takenBack: false });
  expect((await readStatus(site)).decisions.map(({ decision }) => decision)).not.toContain(
    'canary-aborted',
  );
  await restore(site);
});

test('blames the API, not a release, for a malformed response', {
  tag: ['@full', '@fault-11.18'],
}, async ({ site }) => {
  test.setTimeout(240_000);
  const check =
    "{services.some(({ label }) => label === 'odd') ? (() => { throw new Error('odd answer'); })() : 'Book a session'}";
  for (const words of [check, check.replace('Book a', 'Book another')]) {
    const edit = { file: 'booking/booking-form.tsx', from: 'Book a session', to: words };
    const { version } = await publishRemote(REMOTE, openStore(site), {
      why: 'test',
      dist: buildVariant(REMOTE, [edit]),
    });
    await waitForRelease(site, version);
  }
  const before = await readPointer(site);
  const api = await startProxy(site.urls.api, {
    body: (path, text) =>
      path.endsWith('/services/') ? text.replaceAll(/"label":"[^"]*"/g, '"label":"odd"') : text,
  });
  try {
    await site.restart('site', { API_URL: api.url });
    for (let page = 0; page < 12; page++) await fetch(`${site.urls.site}/booking/1?again=${page}`);
    await expect
      .poll(async () => (await readStatus(site)).decisions, { timeout: 30_000 })
      .toEqual([{ remote: REMOTE, decision: 'shared', count: 1 }]);
    expect(site.lines.join('\n')).toMatch(
      /not rolled back: the previous release fails too: .*check the API/,
    );
    expect(await readPointer(site)).toEqual(before);
  } finally {
    await api.stop();
  }
  await restore(site);
});

test('rolls back one step and keeps the history under mass failures', {
  tag: ['@full', '@fault-11.18'],
}, async ({ site }) => {
  test.setTimeout(240_000);
  const throwing = (words: string) =>
    buildVariant(REMOTE, [
      {
        file: 'booking/booking-form.tsx',
        from: 'Book a session',
        to: `{typeof document === 'undefined' ? (() => { throw new Error('boom'); })() : '${words}'}`,
      },
    ]);
  const { version: oldest = '', history = [] } = (await readPointer(site)) ?? {};
  const versions = [oldest];
  for (const dist of [bookingWith('Book your next session'), throwing('one')]) {
    versions.unshift((await publishRemote(REMOTE, openStore(site), { why: 'test', dist })).version);
  }
  await waitForRelease(site, versions[0] ?? '');
  const other = await startSite({ RELEASES_STORE: site.store });
  try {
    for (let request = 0; request < 42; request++) {
      await Promise.all(
        [site, other].map(({ urls }) => fetch(`${urls.site}/booking/1?again=${request}`)),
      );
    }
    await waitForRelease(site, versions[1] ?? '');
    await waitForRelease(other, versions[1] ?? '');
    expect(await readPointer(site)).toMatchObject({
      version: versions[1],
      history: [oldest, ...history],
      ahead: [versions[0]],
      rolledBack: true,
    });
    const moves = (await readAudit(openStore(site), REMOTE)).filter(({ who }) =>
      who.startsWith('site key'),
    );
    expect(moves).toMatchObject([{ action: 'rolled-back', from: versions[0], to: versions[1] }]);
  } finally {
    await other.stop();
  }
  await restore(site);
});

test('keeps all releases under three hundred random queries @full', {
  tag: ['@fault-11.18'],
}, async ({ site }) => {
  test.setTimeout(240_000);
  await publishBooking(site, 'Book your next session');
  const before = await readLive(openStore(site));
  await waitForRelease(site, before.remotes[REMOTE]?.version ?? '');
  const end = Date.now() + 20_000;
  let answered = 0;
  const reading = [
    '/booking-cancelled?coach',
    '/booking-success?session_id',
    '/reset-password?token',
    '/coach-dashboard?status',
    '/?nothing',
  ];
  await Promise.all(
    Array.from({ length: 300 }, async (_, connection) => {
      while (Date.now() < end) {
        const answer = await fetch(
          `${site.urls.site}${reading[connection % reading.length]}=${Math.random()}`,
        ).catch(() => null);
        if (answer?.ok && (await answer.text().catch(() => ''))) answered++;
      }
    }),
  );
  expect(answered).toBeGreaterThan(100);
  await expect
    .poll(async () => (await fetch(`${site.urls.site}/healthz`)).status, { timeout: 15_000 })
    .toBe(200);
  expect(await readLive(openStore(site))).toEqual(before);
  await restore(site);
});
