import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Dependencies } from '../src/core/context/dependencies';
import { newChallenge, requireHuman } from '../src/features/accounts/captcha';

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

test('offers no challenge with reCAPTCHA', () => {
  expect(() => newChallenge(deps)).toThrow(expect.objectContaining({ status: 404 }));
});
