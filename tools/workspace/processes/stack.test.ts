import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { freePorts, fromSource, type Program, startService } from './process';
import { localSecrets } from './secrets';
import { type Programs, startStack } from './stack';

/** A service that listens as this expression says and prints its HOST and LOG_LEVEL. */
const answering = (port: string): Program => ({
  args: [
    '-e',
    `const { env } = process;
    console.log('HOST=' + env.HOST + ' LOG_LEVEL=' + env.LOG_LEVEL);
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

/** Starts and stops the stack with these variables of the caller; returns what the services print. */
async function startWith(variables: Record<string, string>): Promise<string[]> {
  const caller = { HOST: '', LOG_LEVEL: '', LOG_SCAN: '', ...variables };
  for (const [name, value] of Object.entries(caller)) vi.stubEnv(name, value);
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
  return lines.sort();
}

const fromAll = (line: string) => ['api', 'sandbox', 'site'].map((name) => `${name}: ${line}`);

describe('startStack', () => {
  test.each([
    ['', '127.0.0.1'],
    ['0.0.0.0', '0.0.0.0'],
  ])('with HOST %j lets all services listen on %s', async (host, address) => {
    expect(await startWith({ HOST: host })).toEqual(fromAll(`HOST=${address} LOG_LEVEL=warn`));
  });

  test.each([
    ['info', 'info'],
    ['error', 'error'],
  ])('with LOG_LEVEL %j logs at %s', async (level, expected) => {
    expect(await startWith({ LOG_LEVEL: level })).toEqual(
      fromAll(`HOST=127.0.0.1 LOG_LEVEL=${expected}`),
    );
  });

  test('logs each request for the scan of the logs', async () => {
    const logs = mkdtempSync(path.join(tmpdir(), 'carry-stack-logs-'));
    onTestFinished(() => rmSync(logs, { recursive: true }));
    expect(await startWith({ LOG_LEVEL: 'error', LOG_SCAN: logs })).toEqual(
      fromAll('HOST=127.0.0.1 LOG_LEVEL=info'),
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
