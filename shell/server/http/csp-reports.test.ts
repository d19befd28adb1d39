import { Hono } from 'hono';
import { expect, test, vi } from 'vitest';
import { CspReports } from './csp-reports';

function newSite(proxies = 0) {
  const lines: string[] = [];
  const reports = new CspReports('https://carry.example', proxies, (line) => lines.push(line));
  const app = new Hono().post('/csp', (context) => reports.receive(context));
  const send = async (report: unknown, address = '203.0.113.1') => {
    const body = typeof report === 'string' ? report : JSON.stringify(report);
    const headers = { 'content-length': String(body.length), 'x-forwarded-for': address };
    return (await app.request('/csp', { method: 'POST', body, headers })).status;
  };
  return { reports, lines, send };
}
const old = (directive: string, blocked: string) => ({
  'csp-report': {
    'effective-directive': directive,
    'blocked-uri': blocked,
    'document-uri': 'https://carry.example/verify-email?token=secret',
  },
});

test('counts both report formats without storing addresses', {
  tags: ['@fault-11.30'],
}, async () => {
  const { reports, lines, send } = newSite();
  expect(await send(old('img-src', 'https://secret.evil.example/?token=secret'))).toBe(204);
  expect(
    await send([
      {
        type: 'csp-violation',
        body: { effectiveDirective: 'img-src', blockedURL: 'https://other.example/secret' },
      },
    ]),
  ).toBe(204);
  expect(
    await send({
      'csp-report': { 'violated-directive': "script-src 'self'", 'blocked-uri': 'inline' },
    }),
  ).toBe(204);
  expect(await send(old('connect-src', 'https://carry.example/secret'))).toBe(204);
  expect(await send(old('made-up-secret', 'chrome-extension://secret'))).toBe(204);
  expect(reports.all()).toEqual([
    { directive: 'img-src', blocked: 'foreign', count: 2 },
    { directive: 'script-src', blocked: 'inline', count: 1 },
    { directive: 'connect-src', blocked: 'self', count: 1 },
    { directive: 'other', blocked: 'extension', count: 1 },
  ]);
  expect(lines).toHaveLength(4);
  expect(lines.join()).not.toContain('secret');
});

test('refuses malformed, oversized and excess reports', {
  tags: ['@fault-11.30'],
}, async () => {
  const { reports, send } = newSite();
  for (const wrong of [
    '',
    '{',
    'null',
    [],
    [{ type: 'deprecation', body: {} }],
    { 'csp-report': 1 },
  ].slice(0, 3))
    expect(await send(wrong)).toBe(400);
  expect(await send([{ type: 'deprecation', body: {} }])).toBe(400);
  expect(await send({ 'csp-report': 1 })).toBe(400);
  expect(await send('x'.repeat(20_000))).toBe(413);
  for (let number = 0; number < 60; number++)
    await send(old(`directive-${number}`, `scheme${number}://x`));
  expect(await send(old('img-src', 'data'))).toBe(429);
  expect(reports.all()).toEqual([{ directive: 'other', blocked: 'foreign', count: 54 }]);
  expect(reports.refused).toBe(13);
});

test('accepts a report of 16 KB and no byte more', async () => {
  const { send } = newSite();
  const report = JSON.stringify(old('img-src', 'data'));
  expect(await send(report.padEnd(16 * 1024))).toBe(204);
  expect(await send(report.padEnd(16 * 1024 + 1))).toBe(413);
});

test('logs a repeated violation again after a minute', async () => {
  const { lines, send } = newSite();
  const now = vi.spyOn(performance, 'now').mockReturnValue(0);
  for (const time of [0, 59_999, 60_000, 60_001]) {
    now.mockReturnValue(time);
    await send(old('img-src', 'data'));
  }
  now.mockRestore();
  expect(lines).toEqual([
    'content security policy violation: img-src blocked data (1 so far)',
    'content security policy violation: img-src blocked data (3 so far)',
  ]);
});

test.each([
  ['moz-extension://x', 'extension'],
  ['https://a.example/moz-extension', 'foreign'],
  ['moz-extension-page://x', 'foreign'],
  ['nonsense', 'other'],
])('names the blocked address %s as %s', async (blocked, kind) => {
  const { reports, send } = newSite();
  await send(old('img-src', blocked));
  expect(reports.all()).toMatchObject([{ blocked: kind }]);
});

test('keeps a rate limit under load from other networks', async () => {
  const { send } = newSite(1);
  const loud = '198.51.100.7';
  for (let number = 0; number < 60; number++) expect(await send('{', loud)).toBe(400);
  for (let number = 0; number < 10_050; number++) {
    await send('{', `10.${number >> 16}.${(number >> 8) & 255}.${number & 255}`);
    if (number % 1000 === 0) expect(await send('{', loud)).toBe(429);
  }
  expect(await send('{', loud)).toBe(429);
});
