import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { ReleaseRefused } from '../src/index';
import { readReleaseDetails, readRemote } from '../src/reports/overview';
import { addRefusal, readRefusals } from '../src/stores/refusals';
import { build, numbered, release } from './build';
import { bench, booking, openStore, prepareService, startService, stranger } from './service-bench';

prepareService();

describe('a stored release', () => {
  test('has each check with its time', async () => {
    const url = await startService({
      async tryCandidate(checked) {
        const candidate = await checked;
        await candidate.checks.run('page /booking/1 in a browser', () => sleep(30));
      },
    });
    const { version } = await release(openStore(url, booking), build());
    const { checks } = await readReleaseDetails(bench.behind, 'mf-booking', version);
    expect(checks?.map(({ name }) => name)).toEqual([
      'own size budgets',
      'server bundle runs',
      'contract, paths and shared modules',
      'routes and icons',
      'files, scripts and styles',
      'sizes of routes',
      'page /booking/1 in a browser',
    ]);
    expect(checks?.every(({ problem }) => problem === null)).toBe(true);
    expect(checks?.at(-1)?.ms).toBeGreaterThan(20);
  });
});

describe('a refused release', () => {
  test('is kept with the check that refused it', async () => {
    const url = await startService({
      async tryCandidate(checked) {
        const candidate = await checked;
        await candidate.checks.run('page /booking/1 in a browser', () => {
          throw new ReleaseRefused('its page fails');
        });
      },
    });
    await expect(release(openStore(url, booking), build())).rejects.toThrow('its page fails');
    const { refusals } = await readRemote(bench.behind, 'mf-booking');
    expect(refusals).toMatchObject([
      {
        ...{ version: expect.stringMatching(/^1\.2\.3-/), commit: 'abc', why: 'its page fails' },
        who: expect.stringContaining(booking.id),
      },
    ]);
    expect(refusals[0]?.checks.at(-1)).toMatchObject({
      ...{ name: 'page /booking/1 in a browser', problem: 'its page fails' },
    });
  });

  test('of an unknown sender is not kept', async () => {
    const url = await startService();
    await expect(release(openStore(url, stranger), build())).rejects.toThrow(/unknown key/);
    expect(await readRefusals(bench.behind, 'mf-booking')).toEqual([]);
  });

  test('is kept without a release server', async () => {
    const dist = build({ contractVersion: 99 });
    await expect(release(bench.behind, dist)).rejects.toThrow(/contract 99/);
    const [refusal] = await readRefusals(bench.behind, 'mf-booking');
    expect(refusal).toMatchObject({ version: null, why: expect.stringContaining('contract 99') });
    expect(refusal?.checks.at(-1)).toMatchObject({ name: 'contract, paths and shared modules' });
  });

  test('is one of the last twenty', async () => {
    for (let number = 0; number < 25; number++) {
      const about = { remote: 'mf-booking', commit: 'abc', who: 'kim', checks: [] };
      await addRefusal(bench.behind, { ...about, why: `refusal ${number}` });
    }
    const whys = (await readRefusals(bench.behind, 'mf-booking')).map(({ why }) => why);
    expect([whys.length, whys[0], whys.at(-1)]).toEqual([20, 'refusal 24', 'refusal 5']);
  });

  test('does not fail for another reason if the store does', async () => {
    const failing = { ...bench.behind, read: () => Promise.reject(new Error('gone')) };
    const about = { remote: 'mf-booking', commit: 'abc', who: 'kim', checks: [], why: 'no' };
    await addRefusal(failing as never, about);
    await release(bench.behind, numbered(1));
  });
});
