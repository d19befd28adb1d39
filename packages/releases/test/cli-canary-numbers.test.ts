import type { ReleaseNumbers, SiteHealth } from '@carry/contracts/console';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { runReleases } from '../src/cli/main';
import { SignedStore, setCanary } from '../src/index';
import { newPrivateKey, readSigningKey, type SigningKey } from '../src/signing/keys';
import { deriveTrust } from '../src/signing/trust';
import { numbered, owners, release } from './build';
import { bench, operators, prepareService, startService } from './service-bench';

prepareService();
const REMOTE = 'mf-booking';
const pem = newPrivateKey();
const team: SigningKey = readSigningKey(pem);
const trust = () =>
  deriveTrust(
    { owners: { ...owners, [REMOTE]: { ...owners[REMOTE], keys: [team.publicKey] } } },
    operators,
  );

let versions: [string, string];
let health: SiteHealth;

const numbers = (version: string, used: number, failed: number): ReleaseNumbers => ({
  ...{ remote: REMOTE, version, used, failed, rendered: 9, renderFailed: 0, renderMs: 12 },
  vitals: {
    LCP: { mean: 1234, count: used },
    INP: { mean: 80, count: used },
    TTI: { mean: 1500, count: used },
  },
});

beforeEach(async () => {
  vi.stubEnv('RELEASES_KEY', pem);
  const store = new SignedStore(bench.behind, trust, team);
  const live = await release(store, numbered(1));
  const canary = await release(store, numbered(2), { target: { percent: 10 } });
  versions = [live.version, canary.version];
  health = {
    uptimeSeconds: 60,
    releases: [numbers(versions[0], 1000, 10), numbers(versions[1], 200, 6)],
  };
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

const start = () => startService({ trust, health: async () => health });

async function status(to: string[], out: string[], ...args: string[]) {
  const environment = { defaultStore: '/none', siteUrl: 'http://localhost:1', previewSecret: '' };
  const streams = {
    out: (text: string) => void out.push(text),
    err: () => {},
    color: false,
    screen: null,
  };
  return runReleases(['status', ...args, ...to], environment, streams);
}

async function statusAt(...to: string[]): Promise<string> {
  const lines: string[] = [];
  expect(await status(to, lines), lines.join()).toBe(0);
  return lines.join('\n');
}

describe('releases status of a canary', () => {
  test("shows the release server's numbers without the site's token", async () => {
    const text = await statusAt('--to', await start());
    expect(text.split('\n').slice(-2)).toEqual([
      `mf-booking@${versions[0]} live: 1 % failures on 1,000 pages · LCP 1.2 s · INP 80 ms · TTI 1.5 s · render 12 ms`,
      `mf-booking@${versions[1]} canary: 3 % failures on 200 pages · LCP 1.2 s · INP 80 ms · TTI 1.5 s · render 12 ms`,
    ]);
  });

  test('shows how many visitors left early', async () => {
    const [live, canary] = [numbers(versions[0], 1000, 10), numbers(versions[1], 200, 6)];
    const releases = [live, { ...canary, abandonment: { opened: 80, left: 6 } }];
    health = { uptimeSeconds: 60, releases };
    const text = await statusAt('--to', await start());
    expect(text).toContain('canary: 3 % failures on 200 pages · 7.5 % left early · LCP 1.2 s');
    expect(text.match(/left early/g)).toHaveLength(1);
  });

  test('shows arms that have no page yet', async () => {
    health = { uptimeSeconds: 1, releases: [] };
    expect(await statusAt('--to', await start())).toContain('canary: no page has reported yet');
  });

  test('explains missing numbers', async () => {
    const url = await startService({ trust });
    expect(await statusAt('--to', url)).toMatch(/\nNo numbers: this server asks no site\.$/);
    const store = ['--store', bench.behind.name];
    expect(await statusAt(...store)).toMatch(/\nNo numbers: http:\/\/localhost:1 on this machine/);
  });

  test('prints no numbers without a canary', async () => {
    const store = new SignedStore(bench.behind, trust, team);
    await setCanary(store, REMOTE, { version: versions[1], percent: 0, why: 'done' });
    expect(await statusAt('--to', await startService({ trust }))).not.toContain('numbers');
  });

  test('survives a release server that does not send numbers', async () => {
    const broken = async () => Promise.reject(new Error('the site is gone'));
    expect(await statusAt('--to', await startService({ trust, health: broken }))).toMatch(
      /\nNo numbers: the release server: /,
    );
  });

  test('prints new numbers with --watch', async () => {
    const to = ['--to', await start()];
    const before = process.rawListeners('SIGTERM');
    const out: string[] = [];
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    const running = status(to, out, '--watch');
    await expect.poll(() => out.length).toBe(1);
    await vi.advanceTimersByTimeAsync(31_000);
    expect(out).toHaveLength(1);
    health = { uptimeSeconds: 90, releases: [numbers(versions[1], 400, 6)] };
    await vi.advanceTimersByTimeAsync(31_000);
    await expect.poll(() => out.length).toBe(2);
    expect(out[1]).toMatch(/^\n\S+Z {2}new numbers for the canary\n/);
    expect(out[1]).toContain('canary: 1.5 % failures on 400 pages');
    for (const end of process.rawListeners('SIGTERM'))
      if (!before.includes(end)) end.call(process, 'SIGTERM');
    vi.useRealTimers();
    expect(await running).toBe(0);
  });
});
