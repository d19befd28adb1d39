import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test, vi } from 'vitest';
import { keepOutput, readOutput, secretsIn } from './log-scan';

test.each([
  [
    'a signed token',
    'GET /api/me/ eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U',
  ],
  ['a link with a token', 'sent http://localhost:3000/reset-password?uid=4&token=abc'],
  ['an email address', 'no such user kim+a@mail.example.com'],
  ['a bearer header', 'headers: { authorization: Bearer abcdefghij }'],
  ['a provider key', 'Invalid API Key provided: sk_test_123456789'],
  ['a provider key', 'signed with whsec_0123456789abcdefghij'],
  ['a password hash', '$argon2id$v=19$m=19456'],
  ['a password', 'wrong password Secret-123! for user 4'],
  ['values of a database statement', 'params: 1,2,3'],
  ['a long random word', 'state dGhpcyBpcyBhIHNlY3JldCBvZiAzMiBieXRlcyEhIQ0 is gone'],
])('finds %s', { tags: ['@fault-11.6', '@fault-D7'] }, (what, line) => {
  expect(secretsIn(['fine', line]).map((problem) => problem.split(':')[0])).toContain(what);
});

test('accepts normal service output', () => {
  const lines = [
    'site  http://localhost:3000',
    'console  http://localhost:4201/console/#sign-in=78HC7PB_-055hfRIwLmTTNoYtO_o6kVUaD3VVAqYmOs',
    'api   http://localhost:4000 (PGlite)',
    'mail 12 failed to send (ESOCKET), attempt 3',
    '/login: rendered without mf-account@0.1.0-3f2a99c01b7d: boom',
    '    at async file:///carry/node_modules/.pnpm/@hono+node-server@2.1.8_hono@4.13.19/node_modules/@hono/node-server/dist/index.mjs:484:17',
    '{"level":"info","id":"sk_3ts9lVz4_","method":"POST","status":429}', // a request id with the prefix of a key
    "run 'releases site keys --key ed25519:CVV8lIsquHD2pvXgN88fVBxbkDkK8sR2A8SXw6RyN8w='", // a public key
    "run 'releases site keys --key ed25519:i+CD443r0jgBGHv13gdw15rZfsnwGASeKsNdervpXN8='",
    'DatabaseError: 42P01 in: insert into "outbox" ("id", "recipient") values (default, $1)',
  ];
  expect(secretsIn(lines)).toEqual([]);
});

test('collects the output of processes', { tags: ['@fault-11.6', '@fault-D7'] }, () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'carry-logs-'));
  vi.stubEnv('LOG_SCAN', path.join(folder, 'logs'));
  keepOutput('api: started\nGET /x?token=abc\n');
  keepOutput('mail 1 failed to send');
  expect(secretsIn(readOutput(path.join(folder, 'logs')))).toEqual([
    'a link with a token: GET /x?token=abc',
  ]);
  expect(readOutput(path.join(folder, 'logs'))).toHaveLength(3);
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});
