import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import { hostname, tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { freePorts } from 'workspace/process';
import { deleteData } from './delete-data';
import { holdData } from './hold-data';

beforeEach(() => void vi.stubEnv('DATABASE_URL', ''));
afterEach(() => void vi.unstubAllEnvs());

async function setUp() {
  const [site = 0, api = 0, sandbox = 0] = await freePorts();
  const data = mkdtempSync(path.join(tmpdir(), 'carry-data-'));
  onTestFinished(() => rmSync(data, { recursive: true }));
  for (const name of ['database', 'e2e', 'releases']) mkdirSync(path.join(data, name));
  writeFileSync(path.join(data, 'secrets.json'), '{}');
  return { data, before: readdirSync(data), ports: { site, api, sandbox } };
}

test('deletes everything except the data of browser tests', async () => {
  const { data, ports } = await setUp();
  await deleteData(data, ports);
  expect(readdirSync(data)).toEqual(['e2e']);
});

test('accepts a folder that does not exist yet', async () => {
  const { data, ports } = await setUp();
  await deleteData(path.join(data, 'new'), ports);
  expect(readdirSync(path.join(data, 'new'))).toEqual([]);
});

test.each(['site', 'api', 'sandbox'] as const)(
  'keeps data while the port of the %s is in use',
  async (name) => {
    const { data, before, ports } = await setUp();
    const server = net.createServer().listen(ports[name]);
    await once(server, 'listening');
    onTestFinished(() => void server.close());
    await expect(deleteData(data, ports)).rejects.toThrow(`PORT ${ports[name]} is in use`);
    expect(readdirSync(data)).toEqual(before);
  },
);

test('keeps the data of a stack on other ports', async () => {
  const { data, before, ports } = await setUp();
  writeFileSync(path.join(data, 'database/lock'), `1 ${hostname()} api`);
  await expect(deleteData(data, ports)).rejects.toThrow(
    `a stack uses ${data}; stop it. If process 1 is another program, delete ${data}/database/lock`,
  );
  expect(readdirSync(data)).toEqual(before);
});

/** Uses the data in another process until the test ends. */
async function holdElsewhere(data: string) {
  const program = `
    import { holdData } from ${JSON.stringify(path.join(import.meta.dirname, 'hold-data.ts'))};
    await holdData(${JSON.stringify(data)});
    process.on('message', () => process.exit());
    process.send('ready');`;
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', '--input-type=module', '--eval', program],
    { cwd: import.meta.dirname, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] },
  );
  const exited = once(child, 'exit');
  onTestFinished(() => void child.kill('SIGKILL'));
  await once(child, 'message');
  return { child, exited };
}

test('keeps data until all processes that use it exit', { timeout: 60_000 }, async () => {
  const { data, ports } = await setUp();
  const holders = [await holdElsewhere(data), await holdElsewhere(data)];
  for (const { child, exited } of holders) {
    await expect(deleteData(data, ports)).rejects.toThrow(`a stack uses ${data}; stop it`);
    child.send('exit');
    await exited;
  }
  expect(readdirSync(path.join(data, 'holders'))).toEqual([]);
  await deleteData(data, ports);
  expect(readdirSync(data)).toEqual(['e2e']);
});

test('deletes the data of a killed process', { timeout: 60_000 }, async () => {
  const { data, ports } = await setUp();
  const { child, exited } = await holdElsewhere(data);
  child.kill('SIGKILL');
  await exited;
  await deleteData(data, ports);
  expect(readdirSync(data)).toEqual(['e2e']);
});

test('starts without a hold in a folder that it cannot write', async () => {
  const { data } = await setUp();
  await holdData(path.join(data, 'secrets.json'));
});

test('keeps data whose rows are in PostgreSQL', async () => {
  vi.stubEnv('DATABASE_URL', 'postgres://127.0.0.1/carry');
  const { data, before, ports } = await setUp();
  await expect(deleteData(data, ports)).rejects.toThrow('empty that database yourself');
  expect(readdirSync(data)).toEqual(before);
});
