import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { numbered, release } from './build';
import { booking, openStore, prepareService, startService } from './service-bench';

prepareService();

/** Records each line that a release server writes about a sent release. */
function recordLines(): string[][] {
  const responses: string[][] = [];
  const real = globalThis.fetch;
  vi.stubGlobal('fetch', async (input: string, init: RequestInit = {}) => {
    const response = await real(input, init);
    if (!input.endsWith('/v1/releases')) return response;
    const lines: string[] = [];
    responses.push(lines);
    void response
      .clone()
      .text()
      .then((text) => lines.push(...text.trimEnd().split('\n')));
    return response;
  });
  return responses;
}

test('keeps the connections of tried and waiting releases open', async () => {
  const responses = recordLines();
  let tried = 0;
  const url = await startService({
    heartbeatMs: 20,
    async tryCandidate(checked) {
      await checked;
      if (tried++ === 0) await sleep(1000);
    },
  });
  const releases = [1, 2].map((number) => release(openStore(url, booking), numbered(number)));
  await Promise.allSettled(releases);
  expect(responses).toHaveLength(2);
  for (const lines of responses) {
    expect(lines.filter((line) => line === '{}').length).toBeGreaterThan(5);
    expect(lines.at(-1)).toBe('{"done":true}');
  }
});
