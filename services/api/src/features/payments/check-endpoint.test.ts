import { afterEach, expect, test, vi } from 'vitest';
import { log } from '../../core/process/log';
import { checkWebhookEndpoint } from './check-endpoint';
import { subscribedTypes } from './events';

const COACHES = ['account.updated', 'payout.paid', 'payout.failed', 'payout.canceled'];
const own = subscribedTypes;

afterEach(() => void vi.restoreAllMocks());

/** Returns what the check logs for enabled endpoints with these events. */
async function check(
  endpoints: readonly (readonly string[])[],
  connectSecret = 'whsec_2',
): Promise<string> {
  const logged: unknown[] = [];
  vi.spyOn(log, 'error').mockImplementation((...entry: unknown[]) => void logged.push(entry[1]));
  const url = 'https://api.test/api/stripe/webhook/';
  const data = [
    { url: 'https://other.test/', status: 'enabled', enabled_events: ['*'] },
    { url, status: 'disabled', enabled_events: ['*'] },
    ...endpoints.map((enabled_events) => ({ url, status: 'enabled', enabled_events })),
  ];
  await checkWebhookEndpoint({
    config: { url: 'https://api.test', stripe: { connectSecret } },
    stripe: { webhookEndpoints: { list: async () => ({ data }) } },
  } as never);
  return logged.join();
}

test.each([
  ["the site's events first", [own, COACHES]],
  ["the coaches' events first", [COACHES, own]],
  ['all events twice', [['*'], ['*']]],
  ['three endpoints', [own.slice(0, 9), own.slice(9), COACHES]],
])('accepts %s', async (_, endpoints) => {
  expect(await check(endpoints)).toBe('');
});

test.each([
  ['no endpoint', [], /^no enabled webhook endpoint/],
  ['a missing event', [own.slice(1), COACHES], /^webhook endpoint misses events: /],
  ['no endpoint for coaches', [['*']], /^only one webhook endpoint sends .*payout\.paid/],
  ['a missing event of coaches', [own, COACHES.slice(1)], /^only one .* sends account\.updated;/],
])('reports %s', async (_, endpoints, message) => {
  expect(await check(endpoints)).toMatch(message);
});

test('asks for one endpoint without payouts', async () => {
  expect(await check([own], '')).toBe('');
});
