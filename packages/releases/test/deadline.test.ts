import { expect, test } from 'vitest';
import { checkFilesHere } from '../src/checks/built-files';
import { inspectHere } from '../src/checks/inspection';
import type { ServiceParts } from '../src/service/parts';
import { readRefusals } from '../src/stores/refusals';
import { numbered, release } from './build';
import { bench, booking, openStore, prepareService, startService } from './service-bench';

prepareService();

type Hang = () => Promise<never>;

/** Release servers on which a step of the first release hangs; `begun`: signals that steps received. */
const hanging: [string, (hang: Hang, begun: (AbortSignal | null)[]) => Partial<ServiceParts>][] = [
  [
    'whose pages never end',
    (hang, begun) => ({
      tryCandidate: (_checked, _report, signal) =>
        begun.push(signal) === 1 ? hang() : Promise.resolve(),
    }),
  ],
  [
    'whose files are never checked',
    (hang, begun) => ({
      checkFiles: (build) => (begun.push(null) === 1 ? hang() : checkFilesHere(build)),
    }),
  ],
  [
    'whose code never says which routes it has',
    (hang, begun) => ({
      inspect: (...about) => (begun.push(null) === 1 ? hang() : inspectHere(...about)),
    }),
  ],
];

test.each(hanging)('times out a release %s and accepts the next', async (_, getParts) => {
  const begun: (AbortSignal | null)[] = [];
  let end = (_: Error) => {};
  const hang: Hang = () =>
    new Promise((_, reject) => {
      end = reject;
    });
  const url = await startService({ ...getParts(hang, begun), deadlineMs: 1500 });
  const first = release(openStore(url, booking), numbered(1));
  await expect.poll(() => begun).toHaveLength(1);
  const second = release(openStore(url, booking), numbered(2));
  await expect(first).rejects.toThrow(/took longer than .* minutes, so it was not stored/);
  const { version } = await second;
  expect(begun[0]?.aborted ?? true).toBe(true);
  const refusals = await readRefusals(bench.behind, 'mf-booking');
  expect(refusals.map(({ why }) => why)).toEqual([expect.stringMatching(/took longer than/)]);
  end(new Error('too late for anybody'));
  const stored = (await bench.behind.list('')).filter((file) => file.startsWith('mf-'));
  expect(stored.length).toBeGreaterThan(0);
  expect(stored.every((file) => file.includes(version))).toBe(true);
});
