import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { freePorts, fromSource, type Program, startService } from './process';
import { localSecrets } from './secrets';
import { type Programs, startStack } from './stack';

/** A service that listens as this expression says and prints its HOST. */
const answering = (port: string): Program => ({
  args: [
    '-e',
    `const { env } = process;
    console.log('HOST=' + env.HOST);
    require('http').createServer((_, response) => response.end()).listen(${port}, env.HOST);
    process.once('disconnect', () => process.exit());`,
  ],
  cwd: tmpdir(),
  env: {},
});
const programs: Programs = {
  site: answering('env.PORT'),
  api: answering('env.API_PORT'),
  sandbox: answering('env.SANDBOX_PORT'),
};

describe('startStack', () => {
  test.each([
    ['', '127.0.0.1'],
    ['0.0.0.0', '0.0.0.0'],
  ])('with HOST %j lets all services listen on %s', async (host, address) => {
    vi.stubEnv('HOST', host);
    onTestFinished(() => void vi.unstubAllEnvs());
    const dataFolder = mkdtempSync(path.join(tmpdir(), 'carry-stack-'));
    const [site = 0, api = 0, sandbox = 0] = await freePorts();
    const lines: string[] = [];
    const stack = await startStack({
      ...{ ports: { site, api, sandbox }, dataFolder, programs },
      log: (line) => void lines.push(line),
    });
    await stack.stop();
    rmSync(dataFolder, { recursive: true });
    expect(lines.sort()).toEqual(
      ['api', 'sandbox', 'site'].map((name) => `${name}: HOST=${address}`),
    );
  });
});

test('the stand-ins name their public origin', { timeout: 60_000 }, async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'carry-stand-in-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const [port = 0] = await freePorts();
  const lines: string[] = [];
  const { stop } = await startService({
    name: 'sandbox',
    program: fromSource('services/dev-services/src/main.ts'),
    env: {
      ...localSecrets(folder),
      ...{ DISCORD_CLIENT_ID: '1', DISCORD_GUILD_ID: '1', API_URL: 'http://127.0.0.1:9' },
      ...{ HOST: '127.0.0.1', SANDBOX_PORT: String(port), SANDBOX_URL: 'https://pay.example/' },
    },
    readyUrl: `http://127.0.0.1:${port}/`,
    log: (line) => void lines.push(line),
  });
  await stop();
  expect(lines).toEqual(['sandbox: sandbox https://pay.example']);
});
