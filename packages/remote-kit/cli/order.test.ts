import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DirectoryStore, ownServes, setServes } from '@carry/releases';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { check } from './check';
import { dev } from './dev';
import type { Project } from './project';
import { createEnvironment } from './releases';

const NAME = 'mf-help';

let folder: string;
let server: Server;
let project: Project;
/** Paths of the site that were read. */
let reads: string[];
let contracts: ReturnType<typeof ownServes>['contracts'];

const at = (file: string) => path.join(folder, file);
const isMade = (mark: string) => existsSync(at(mark));

/** A repository whose type check and build leave a mark, beside a site. */
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'carry-order-'));
  mkdirSync(at('node_modules/typescript/bin'), { recursive: true });
  writeFileSync(at('node_modules/typescript/package.json'), '{}');
  const mark = (name: string) =>
    `require('node:fs').writeFileSync(${JSON.stringify(at(name))}, '')`;
  writeFileSync(at('node_modules/typescript/bin/tsc'), mark('typed'));
  writeFileSync(at('rsbuild.config.cjs'), `${mark('built')};\nprocess.exit(1);\n`);
  writeFileSync(at('package.json'), JSON.stringify({ name: NAME }));
  contracts = [{ version: 99, changes: ['all of it'] }];
  reads = [];
  server = createServer((request, response) => {
    reads.push(request.url ?? '');
    const owners = { [NAME]: { paths: ['/help'] } };
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ serves: { ...ownServes(), contracts }, owners }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const site = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  project = { folder, name: NAME, site, releases: undefined };
});
afterEach(() => {
  server.close();
  rmSync(folder, { recursive: true });
});

describe('check', () => {
  test('compares the contract before types and build', async () => {
    await expect(check(project)).rejects.toThrow(/built for contract \d+, this site serves 99/);
    expect([isMade('typed'), isMade('built')]).toEqual([false, false]);
  });

  test('checks types, then builds', async () => {
    contracts = ownServes().contracts;
    await expect(check(project)).rejects.toThrow(/the build failed/);
    expect([isMade('typed'), isMade('built')]).toEqual([true, true]);
  });
});

describe('dev on a site', () => {
  test('compares the contract before it builds', async () => {
    await expect(dev(project, { site: true })).rejects.toThrow(
      /built for contract \d+, this site serves 99/,
    );
    expect(isMade('built')).toBe(false);
    expect(reads).toEqual(['/_shell/site.json']);
  });
});

describe('publish', () => {
  test('compares the contract before it builds', async () => {
    mkdirSync(at('store'));
    const admit = () => Promise.reject(new Error('sent'));
    const store = Object.assign(new DirectoryStore(at('store')), { admit });
    await setServes(store, { ...ownServes(), contracts }, { why: 'test' });
    await expect(
      createEnvironment(project).publish?.(NAME, { store, why: 'test' }),
    ).rejects.toThrow(/built for contract \d+, this site serves 99/);
    expect(isMade('built')).toBe(false);
  });
});
