// Simulates visitors and outsiders against the whole path from a page's report to the live pointer.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DirectoryStore } from '@carry/releases';
import { numbered, release } from '@carry/releases/testing';
import { Hono } from 'hono';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ReleaseFiles } from '../releases/release-files';
import { Health } from './health';
import { ReportReceiver } from './reports';
import { RollbackController } from './rollback-controller';
import { inspectRelease } from './trial';

const REMOTE = 'mf-booking';
const ENTRY = 'web/remoteEntry.0123456789.js';
let folder: string;
let store: DirectoryStore;
let site: Awaited<ReturnType<typeof openSite>>;

/** Opens the health checks of a site that serves the second of two releases. */
async function openSite() {
  const [before, live] = [await release(store, numbered(1)), await release(store, numbered(2))];
  const files = new ReleaseFiles(store, null);
  const quarantined: { version: string; why: string; to?: string }[] = [];
  const lines: string[] = [];
  const pointer = { version: live.version, history: [before.version] };
  const controller = new RollbackController({
    getPointer: () => pointer,
    inspect: (remote, version) => inspectRelease(files, remote, version),
    tryPage: async () => ({ error: null, ms: 20 }),
    quarantine: async (_, release) => void quarantined.push(release),
    log: (line) => void lines.push(line),
  });
  const checks: Promise<void>[] = [];
  const health = new Health({
    getPointer: () => pointer,
    getRoutes: () => [],
    suspect: (suspicion) => void checks.push(controller.suspect(suspicion)),
    log: () => {},
  });
  const receiver = new ReportReceiver(health, { secret: 'secret', proxies: 1 });
  const app = new Hono().post('/', (context) => receiver.receive(context));
  health.rendered(REMOTE, live.version, { ms: 5, page: '/booking/1' });

  /** Opens a page from a network; reports what its browser saw. */
  async function visit(network: string, loads: boolean): Promise<void> {
    const view = receiver.newView([{ name: REMOTE, version: live.version }]);
    const of = { remote: REMOTE, release: live.version };
    const reports = [{ kind: 'used', ...of }, ...(loads ? [] : [{ kind: 'load', ...of }])];
    const body = JSON.stringify({ view, reports });
    const headers = { 'content-length': String(body.length), 'x-forwarded-for': `${network}.7` };
    expect((await app.request('/', { method: 'POST', headers, body })).status).toBe(204);
  }
  const judged = () => Promise.all(checks);
  return { before, live, visit, judged, quarantined, lines, decisions: controller.decisions };
}

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'carry-outsiders-'));
  store = new DirectoryStore(folder);
  site = await openSite();
});
afterEach(() => {
  vi.useRealTimers();
  rmSync(folder, { recursive: true, force: true });
});

async function reportFailures(networks: number, pages = 5): Promise<void> {
  for (let page = 0; page < pages; page++)
    for (let network = 0; network < networks; network++)
      await site.visit(`203.${network >> 8}.${network & 255}`, false);
  await site.judged();
}

describe('a sound live release', () => {
  test.each([3, 30, 300])(
    'survives false reports of %d networks in a quiet window',
    {
      tags: ['@fault-11.18'],
    },
    async (networks) => {
      await reportFailures(networks);
      expect(site.quarantined).toEqual([]);
      expect([...site.decisions.keys()]).toEqual([`${REMOTE} person`]);
      expect(site.lines.at(-1)).toMatch(
        /an operator must decide: browsers of \d+ of \d+ networks failed to load it, but its files are intact/,
      );
    },
  );

  test('survives them again and again', { tags: ['@fault-11.18'] }, async () => {
    vi.useFakeTimers({ toFake: ['Date', 'performance'] });
    for (let hour = 0; hour < 24; hour++) {
      vi.advanceTimersByTime(3_600_000);
      await reportFailures(20);
    }
    expect(site.quarantined).toEqual([]);
  });

  test('is not even suspect while most networks load it', { tags: ['@fault-11.18'] }, async () => {
    for (let network = 0; network < 10; network++) await site.visit(`198.51.${network}`, true);
    await reportFailures(9);
    expect([...site.decisions]).toEqual([]);
  });
});

describe('a broken live release', () => {
  const entry = () => `${REMOTE}/${site.live.version}/${ENTRY}`;
  test.each([
    ['lacks its entry', () => store.remove(entry()), /lacks web\/remoteEntry/],
    ['has other bytes', () => store.write(entry(), Buffer.from('throw 1')), /fails its hash/],
  ])('is rolled back if it %s', async (_, damage, reason) => {
    await damage();
    await reportFailures(3);
    expect(site.quarantined).toEqual([
      { version: site.live.version, to: site.before.version, why: expect.stringMatching(reason) },
    ]);
  });

  test('stays if the previous release is damaged, too', async () => {
    for (const { version } of [site.live, site.before])
      await store.remove(`${REMOTE}/${version}/${ENTRY}`);
    await reportFailures(3);
    expect(site.quarantined).toEqual([]);
  });
});
