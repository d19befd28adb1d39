import { expect, test } from 'vitest';
import { extendPolicy, toLocalCookie, toTargetCookies } from './headers';

const DEV = 'http://localhost:4000';

test.each([
  ["worker-src 'none'", "worker-src 'none'"],
  ["script-src 'self' 'nonce-a'", "script-src 'self' 'nonce-a'"],
  ["connect-src 'self'", `connect-src 'self' ${DEV} ws://localhost:4000`],
  ["frame-src 'none'; report-uri /r; report-to csp", "frame-src 'none'"],
  ["default-src 'none'; upgrade-insecure-requests", "default-src 'none'"],
])('extends the policy %s', (policy, extended) => {
  expect(extendPolicy(policy, DEV)).toBe(extended);
});

test.each([
  [
    "connect-src 'self' https://api.help.example",
    `connect-src 'self' https://api.help.example ${DEV} ws://localhost:4000 wss://api.help.example`,
  ],
  ["frame-src 'none'", 'frame-src https://player.example'],
])('adds the grants of the remote to the policy %s', (policy, extended) => {
  const connect = ['https://api.help.example'];
  expect(extendPolicy(policy, DEV, { connect, frames: ['https://player.example'] })).toBe(extended);
});

test.each([
  [{ workers: true, wasm: false }, "script-src 'nonce-a'; worker-src 'self'"],
  [{ workers: false, wasm: true }, "script-src 'nonce-a' 'wasm-unsafe-eval'; worker-src 'none'"],
])('adds the needs %j of the build', (needs, extended) => {
  expect(extendPolicy("script-src 'nonce-a'; worker-src 'none'", DEV, needs)).toBe(extended);
});

test.each([
  [
    'id=1; Domain=carry.example; Path=/; HttpOnly; Secure; SameSite=Lax',
    'p.id=1; Path=/; HttpOnly; SameSite=Lax',
    '',
  ],
  ['__Host-t=a=b; Path=/; Secure; SameSite=None', 'p.__Host-t=a=b; Path=/', ''],
  ['o=1; path=/api/oauth; Max-Age=60', 'p.o=1; path=/base/api/oauth; Max-Age=60', '/base'],
])('keeps the cookie %s local', (cookie, local, base) => {
  expect(toLocalCookie(cookie, 'p.', base)).toBe(local);
});

test('sends a target its own cookies only', () => {
  expect(toTargetCookies('p.id=1; other=2; q.id=3; p.__Host-t=a=b', 'p.')).toBe(
    'id=1; __Host-t=a=b',
  );
  expect(toTargetCookies(undefined, 'p.')).toBe('');
});
