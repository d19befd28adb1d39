import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import type { Dependencies } from '../src/core/context/dependencies';
import { newChallenge, requireHuman } from '../src/features/accounts/captcha';
import { onEveryDatabaseAtNight } from './harness';

const asked: string[] = [];
/** Google's verification; the token decides the response. */
const google = createServer((request, response) => {
  let body = '';
  request.on('data', (chunk) => {
    body += chunk;
  });
  request.on('end', () => {
    asked.push(body);
    const token = new URLSearchParams(body).get('response');
    if (token === 'broken') return response.writeHead(500).end();
    response.end(JSON.stringify({ success: token === 'human' }));
  });
});
let deps: Dependencies;

beforeAll(async () => {
  await new Promise<void>((resolve) => google.listen(0, '127.0.0.1', resolve));
  const verifyUrl = `http://127.0.0.1:${(google.address() as AddressInfo).port}/siteverify`;
  deps = {
    config: { captcha: { provider: 'recaptcha', secret: 'site secret', verifyUrl } },
  } as Dependencies;
});
afterAll(() => void google.close());

test('verifies each reCAPTCHA token with Google', async () => {
  await requireHuman(deps, 'human');
  expect(new URLSearchParams(asked[0])).toEqual(
    new URLSearchParams({ secret: 'site secret', response: 'human' }),
  );
  await expect(requireHuman(deps, 'robot')).rejects.toMatchObject({ status: 400 });
  await expect(requireHuman(deps, 'broken')).rejects.toMatchObject({ status: 503 });
});

test('offers no challenge with reCAPTCHA', async () => {
  await expect(newChallenge(deps)).rejects.toMatchObject({ status: 404 });
});

onEveryDatabaseAtNight('challenges', (api) => {
  const HOUR_MS = 3_600_000;
  const check = (token: string) => requireHuman(api(), token);
  const readParameters = (token: string) => JSON.parse(atob(token)).challenge.parameters;
  /** Sets the machine's clock; the database keeps the time. */
  function setMachine(offMs: number) {
    const realNow = Date.now;
    const now = vi.spyOn(Date, 'now').mockImplementation(() => realNow() + offMs);
    api().clock.offset -= offMs;
    onTestFinished(() => {
      now.mockRestore();
      api().clock.offset += offMs;
    });
  }

  test.each([HOUR_MS, -HOUR_MS])('are accepted by a machine %i ms off', async (offMs) => {
    setMachine(offMs);
    const token = await api().human();
    const leftMs = readParameters(token).expiresAt * 1000 - api().now().getTime();
    expect(leftMs).toBeGreaterThan(19 * 60_000);
    expect(leftMs).toBeLessThanOrEqual(20 * 60_000);
    await check(token);
    await expect(check(token)).rejects.toMatchObject({ status: 400 }); // used
  });

  test('are valid for processes of the version before', async () => {
    const { challenge, solution } = JSON.parse(atob(await api().human()));
    const { secret } = api().config.captcha as { secret: string };
    const secrets = { hmacSignatureSecret: secret, hmacKeySignatureSecret: `${secret} key` };
    expect(await verifySolution({ challenge, solution, deriveKey, ...secrets })).toMatchObject({
      verified: true,
    });
  });

  test('expire after 20 minutes', async () => {
    const token = await api().human();
    api().clock.offset += 20 * 60_000;
    const checked = await check(token).catch((error: unknown) => error);
    api().clock.offset -= 20 * 60_000;
    expect(checked).toMatchObject({ status: 400 });
  });

  test.each([
    ['a later expiry', (expiresAt: number) => expiresAt + 3600],
    ['no expiry', () => undefined],
  ])('are refused with %s', async (_, change) => {
    const payload = JSON.parse(atob(await api().human()));
    const { parameters } = payload.challenge;
    parameters.expiresAt = change(parameters.expiresAt);
    await expect(check(btoa(JSON.stringify(payload)))).rejects.toMatchObject({ status: 400 });
  });

  test.each(['challenge', 'solution'])('are refused without a %s', async (part) => {
    const payload = JSON.parse(atob(await api().human()));
    const empty = part === 'challenge' ? { parameters: null } : null;
    const token = btoa(JSON.stringify({ ...payload, [part]: empty }));
    await expect(check(token)).rejects.toMatchObject({ status: 400 });
  });
});
