import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { connect } from '../src/api-client';

afterEach(() => vi.restoreAllMocks());

/** Starts an API that sends the first byte of each response only. */
async function startBreakingApi(type: string) {
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': type, 'content-length': '100' });
    response.write('[', () => response.destroy());
  }).listen(0);
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, call: connect(url, 'token', 'kim') };
}

test.each([
  ['text/csv', 'GET /api/operator/ledger/export/', 300_000],
  ['application/json', 'GET /api/operator/bookings/', 30_000],
] as const)('reports a %s response that breaks off', async (type, path, timeoutMs) => {
  const timeout = vi.spyOn(AbortSignal, 'timeout');
  const { url, call } = await startBreakingApi(type);
  await expect(call(path)).rejects.toThrow(`no response from ${url}`);
  expect(timeout).toHaveBeenCalledWith(timeoutMs);
});
