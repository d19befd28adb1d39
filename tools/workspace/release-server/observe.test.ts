import { ReleaseConflict, ReleaseRefused } from '@carry/releases';
import { createLog } from 'server-kit/log';
import { expect, test, vi } from 'vitest';
import { observeReleases } from './observe';

const readMetrics = async ({ measured }: ReturnType<typeof observeReleases>) =>
  (await measured?.read()) ?? '';

test('counts releases by outcome and measures their steps', async () => {
  const log = createLog('test');
  log.level = 'silent';
  const following = observeReleases(log, 'a token');
  expect(await readMetrics(following)).toContain(
    'carry_releases_taken_in_total{outcome="failed"} 0',
  );
  const ends: unknown[] = [
    new ReleaseRefused('its page fails'),
    new ReleaseConflict('another release was first'),
    new Error('the disk is full'),
  ];
  for (const end of ends) {
    const sent = following.step('release', {}, () => Promise.reject(end));
    await expect(sent).rejects.toBe(end);
  }
  await following.step('release', {}, () =>
    following.step('gates', {}, async () => {
      expect(await readMetrics(following)).toContain(
        'carry_releases_steps_running{step="gates"} 1',
      );
    }),
  );
  const text = await readMetrics(following);
  for (const outcome of ['stored', 'refused', 'conflict', 'failed'])
    expect(text).toContain(`carry_releases_taken_in_total{outcome="${outcome}"} 1`);
  expect(text).toContain('carry_releases_step_seconds_count{step="gates"} 1');
  expect(text).toContain('carry_releases_steps_running{step="gates"} 0');
});

test('logs requests with id and pattern, without secrets', async () => {
  const lines: string[] = [];
  vi.spyOn(process.stdout, 'write').mockImplementation((line) => lines.push(String(line)) > 0);
  const log = createLog('test');
  log.level = 'info';
  const following = observeReleases(log, undefined);
  const answered = { id: 'abc', method: 'POST', route: '/v1/changes', status: 412 };
  await following.request({ path: '/v1/changes', traceparent: undefined }, async () => answered);
  await following.request({ path: '/readyz', traceparent: undefined }, async () => ({
    ...answered,
    route: '/readyz',
  }));
  following.info('kim@example.com: publish mf-booking 1.2.3');
  vi.restoreAllMocks();
  expect(lines.map((line) => JSON.parse(line) as object)).toEqual([
    expect.objectContaining({ ...answered, msg: 'request', ms: expect.any(Number) }),
    expect.objectContaining({ msg: '[address]: publish mf-booking 1.2.3' }),
  ]);
  expect(following.measured).toBeNull();
});

test('keeps failures at LOG_LEVEL=warn and counts events at any level', async () => {
  const lines: string[] = [];
  vi.spyOn(process.stdout, 'write').mockImplementation((line) => lines.push(String(line)) > 0);
  const log = createLog('test');
  const following = observeReleases(log, 'a token');
  log.level = 'warn';
  following.info('kim: publish mf-booking 1.2.3');
  following.log('a release could not be accepted: the disk is full');
  log.level = 'silent';
  following.log('the keys cannot be reloaded', { code: 'release.trust_stale' });
  vi.restoreAllMocks();
  expect(lines.map((line) => JSON.parse(line) as object)).toEqual([
    expect.objectContaining({ msg: 'a release could not be accepted: the disk is full' }),
  ]);
  expect(await readMetrics(following)).toContain(
    'carry_releases_events_total{code="release.trust_stale"} 1',
  );
});
