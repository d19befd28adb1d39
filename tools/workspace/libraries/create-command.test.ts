// Runs the first commands of docs/guides/own-repository.md against two local registries.
import { execFile } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterEach, expect, test } from 'vitest';
import { root } from '../repository/workspace';

const run = promisify(execFile);
const servers: Server[] = [];
let folder = '';
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Starts an empty registry that records its requests. */
async function startRegistry() {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(decodeURIComponent(request.url ?? ''));
    response.writeHead(404, { 'content-type': 'application/json' }).end('{}');
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, requests };
}

/** Environment of npm without the settings of this machine. */
const npmEnvironment = (registry: string) => ({
  PATH: process.env['PATH'],
  HOME: folder,
  npm_config_registry: registry,
  npm_config_cache: path.join(folder, 'cache'),
  npm_config_fetch_retries: '0',
  npm_config_update_notifier: 'false',
  npm_config_yes: 'true',
});

test.each([true, false])('a created remote asks only its registry, set: %s', async (isSet) => {
  folder = mkdtempSync(path.join(tmpdir(), 'carry-create-'));
  const [pinned, open] = [await startRegistry(), await startRegistry()];
  const template = path.join(root, 'packages/create-remote/template/repository/.npmrc.txt');
  writeFileSync(path.join(folder, 'package.json'), '{}');
  copyFileSync(template, path.join(folder, '.npmrc'));
  const env = { ...npmEnvironment(open.url), ...(isSet && { CARRY_REGISTRY: pinned.url }) };
  await expect(run('npm', ['view', '@carry/remote-kit'], { cwd: folder, env })).rejects.toThrow();
  expect(open.requests).toEqual([]);
  expect(pinned.requests).toEqual(isSet ? ['/@carry/remote-kit'] : []);
});

test("npm create requests only the site's registry", { timeout: 120_000 }, async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'carry-create-'));
  const [pinned, open] = [await startRegistry(), await startRegistry()];
  const guide = readFileSync(path.join(root, 'docs/guides/own-repository.md'), 'utf8');
  const [, commands = ''] = /```sh\n([\s\S]*?)```/.exec(guide) ?? [];
  const lines = commands.trim().split('\n');
  expect(lines.at(-1)).toMatch(/^npm create @carry\/remote /);
  const env = npmEnvironment(open.url);
  for (const line of lines)
    await run('sh', ['-c', line.replace('https://registry.example', pinned.url)], {
      cwd: folder,
      env,
    }).catch(() => {}); // no registry has the package
  expect(open.requests).toEqual([]);
  expect(pinned.requests).toContain('/@carry/create-remote');
});
