import { randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { readConfig, startApi } from 'api';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runOperator } from '../src/cli';

const secret = () => randomBytes(24).toString('hex');
const shared = secret();
let api: Awaited<ReturnType<typeof startApi>>;
let apiUrl = '';
let zoe = { token: '', entry: '' };

const environment = (operators: string) => ({
  JWT_SECRET: secret(),
  CAPTCHA_SECRET: secret(),
  OPERATOR_TOKEN: shared,
  OPERATOR_TOKENS: operators,
  STRIPE_SECRET_KEY: `sk_test_${secret()}`,
  STRIPE_WEBHOOK_SECRET: secret(),
  STRIPE_API_URL: 'http://127.0.0.1:9',
  DISCORD_CLIENT_ID: '1',
  DISCORD_CLIENT_SECRET: secret(),
  DISCORD_BOT_TOKEN: secret(),
  DISCORD_GUILD_ID: '1',
  SMTP_URL: 'smtp://127.0.0.1:9',
  SEED: 'yes',
  LOG_LEVEL: 'silent',
});

async function run(args: string[], token: string, who: string) {
  const out: string[] = [];
  const err: string[] = [];
  const settings = { apiUrl, token, who, database: { folder: '/nowhere' }, confirm: null };
  const code = await runOperator([...args, '--json'], settings, {
    out: (text) => out.push(text),
    err: (text) => err.push(text),
    color: false,
    screen: null,
  });
  return { code, answer: JSON.parse(out.join('') || 'null'), err: err.join('\n') };
}

beforeAll(async () => {
  zoe = (await run(['token', 'Zoë K.'], '', '')).answer;
  const other = (await run(['token', 'Zoë K.'], '', '')).answer;
  expect(other.token).not.toBe(zoe.token);
  const config = readConfig(environment(`${zoe.entry}, ${other.entry}`));
  api = await startApi({ ...config, port: 0, database: { memory: 'empty' } });
  apiUrl = `http://127.0.0.1:${(api.server.address() as AddressInfo).port}`;
});
afterAll(() => api.close());

test("audits the name of the token's owner", async () => {
  for (const [token, who] of [
    [zoe.token, 'kim'],
    [shared, 'Zoë K.'],
    [shared, 'x'.repeat(60)],
  ] as const)
    expect((await run(['members', 'unlock', '1'], token, who)).code).toBe(0);
  const { answer } = await run(['audit'], zoe.token, '');
  expect(answer.map(({ who }: { who: string }) => who)).toEqual([
    `${'x'.repeat(45)} (shared token)`,
    'Zoë K. (shared token)',
    'Zoë K.',
  ]);
});

test('rejects wrong tokens and hashes', async () => {
  const [, hash = ''] = zoe.entry.split(':');
  for (const wrong of [secret(), hash, `${zoe.token}0`])
    expect((await run(['audit'], wrong, 'kim')).code).toBe(1);
});

test.each([
  ['a token where its hash belongs', 'kim:not-a-hash-but-a-token'],
  ['no name', `:${'a'.repeat(64)}`],
  ['a name that the record does not take', `a<b:${'a'.repeat(64)}`],
  ['one token of two', `kim:${'a'.repeat(64)},zoe:${'a'.repeat(64)}`],
])('rejects %s in OPERATOR_TOKENS without repeating it', (_, operators) => {
  expect(() => readConfig(environment(operators))).toThrow(/^OPERATOR_TOKENS must be/);
  expect(() => readConfig(environment(operators))).not.toThrow(/a-token|a{64}/);
});
