import { networkInterfaces } from 'node:os';
import { afterEach, describe, expect, test } from 'vitest';
import { startSandbox } from '../src/index';

let sandbox: Awaited<ReturnType<typeof startSandbox>> | undefined;
afterEach(() => sandbox?.close());

const start = async (more: { host?: string; url?: string }) => {
  sandbox = await startSandbox({
    ...{ port: 0, smtpPort: 0, ...more },
    payments: { secretKey: 'sk_test', webhookSecret: 'whsec', webhookUrl: null },
    chat: {
      ...{ clientId: 'c', clientSecret: 's', botToken: 'b', guildId: '1', redirectUris: [] },
      ...{ interactionSeed: '00'.repeat(32), interactionsUrl: 'http://api.test/interactions' },
    },
  });
  return sandbox;
};

describe('startSandbox', () => {
  test('links to its public origin', async () => {
    const { origin } = await start({ host: '127.0.0.1', url: 'https://sandbox.example' });
    expect(origin).toBe('https://sandbox.example');
  });

  test('listens on the given address only', async () => {
    const { origin } = await start({ host: '127.0.0.1' });
    const { port } = new URL(origin);
    expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(200);
    const others = Object.values(networkInterfaces())
      .flatMap((addresses) => addresses ?? [])
      .filter(({ internal, family }) => !internal && family === 'IPv4');
    for (const { address } of [{ address: '127.0.0.2' }, ...others])
      await expect(fetch(`http://${address}:${port}/`), address).rejects.toThrow();
  });
});
