import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import { hostname, tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { freePorts } from 'workspace/process';
import { deleteData } from './delete-data';

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
  await expect(deleteData(data, ports)).rejects.toThrow('is in use by process 1');
  expect(readdirSync(data)).toEqual(before);
});

test('keeps data whose rows are in PostgreSQL', async () => {
  vi.stubEnv('DATABASE_URL', 'postgres://127.0.0.1/carry');
  const { data, before, ports } = await setUp();
  await expect(deleteData(data, ports)).rejects.toThrow('empty that database yourself');
  expect(readdirSync(data)).toEqual(before);
});
