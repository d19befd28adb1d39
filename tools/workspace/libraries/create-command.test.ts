// Runs the first commands of docs/guides/own-repository.md against two local registries.
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
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

test("npm create requests only the site's registry", { timeout: 120_000 }, async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'carry-create-'));
  const [pinned, open] = [await startRegistry(), await startRegistry()];
  const guide = readFileSync(path.join(root, 'docs/guides/own-repository.md'), 'utf8');
  const [, commands = ''] = /```sh\n([\s\S]*?)```/.exec(guide) ?? [];
  const lines = commands.trim().split('\n');
  expect(lines.at(-1)).toMatch(/^npm create @carry\/remote /);
  const env = {
    PATH: process.env['PATH'],
    HOME: folder,
    npm_config_registry: open.url,
    npm_config_cache: path.join(folder, 'cache'),
    npm_config_fetch_retries: '0',
    npm_config_update_notifier: 'false',
    npm_config_yes: 'true',
  };
  for (const line of lines)
    await run('sh', ['-c', line.replace('https://registry.example', pinned.url)], {
      cwd: folder,
      env,
    }).catch(() => {}); // no registry has the package
  expect(open.requests).toEqual([]);
  expect(pinned.requests).toContain('/@carry/create-remote');
});
