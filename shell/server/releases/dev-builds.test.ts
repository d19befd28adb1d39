import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readDevBuild } from './dev-builds';

let server: Server;
let build: object | null;
beforeEach(async () => {
  server = createServer((request, response) => {
    const known = request.url === '/carry-build.json' && build;
    response.writeHead(known ? 200 : 503).end(JSON.stringify(build));
  });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
});
afterEach(() => void server.close());

const origin = () => `http://localhost:${(server.address() as AddressInfo).port}`;
const read = () =>
  readDevBuild({
    ref: { name: 'mf-a', version: 'dev', entry: '', integrity: '', expose: [], routes: [] },
    origin: origin(),
    needs: { workers: false, wasm: false },
  });

test('gives each build a key of its own', async () => {
  const styles = ['static/a.css'];
  build = { code: 'one', styles };
  const first = await read();
  expect(first).toEqual({
    key: expect.stringMatching(/^mf-a@dev-[\da-f]{12}$/),
    code: { name: 'mf-a', version: 'dev', code: 'one' },
    styles: ['/remotes/mf-a/dev/web/static/a.css'],
  });
  expect((await read()).key).toBe(first.key);
  build = { code: 'two', styles };
  expect((await read()).key).not.toBe(first.key);
});

test('rejects a failed build', async () => {
  build = null;
  await expect(read()).rejects.toThrow('the build of mf-a failed');
});
