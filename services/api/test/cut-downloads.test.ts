import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { closeServer, listen } from 'server-kit/http-server';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { createApp } from '../src/app/app';
import { operatorAudit } from '../src/core/db/schema';
import { log } from '../src/core/process/log';
import { onEveryDatabaseAtNight } from './harness';

const FAILURE = 'the database is gone';

onEveryDatabaseAtNight('downloads that are cut off', (api) => {
  beforeAll(async () => {
    const entry = {
      at: api().now(),
      who: 'kim',
      action: 'refund booking',
      reason: 'r'.repeat(200),
    };
    await api()
      .db.insert(operatorAudit)
      .values(Array.from({ length: 1100 }, (_, target) => ({ ...entry, target, status: 200 })));
  });

  /** Runs the API on a database whose reads fail after the first ones. */
  function createFailingApp(reads: number) {
    let rest = reads;
    const db = new Proxy(api().db, {
      get(target, name) {
        if (name === 'select' && rest-- <= 0) throw new Error(FAILURE);
        const value = Reflect.get(target, name);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
    return createApp({ ...api(), db });
  }

  const newestEntry = async () => {
    const { operatorToken } = api().config;
    return (await api().send('GET', '/api/operator/audit/', undefined, operatorToken)).body[0];
  };

  describe.each(['identity', 'gzip'])('with the encoding %s', (encoding) => {
    test('fail in the browser and in the audit log', async () => {
      const warn = vi.spyOn(log, 'warn').mockImplementation(() => {});
      const printed = vi.spyOn(console, 'error').mockImplementation(() => {}); // by the HTTP server
      const server = await listen(createFailingApp(2).fetch, 0, '127.0.0.1');
      const { port } = server.address() as AddressInfo;
      const authorization = `Bearer ${api().config.operatorToken}`;
      const headers = { authorization, 'accept-encoding': encoding };
      const path = '/api/operator/audit/export/';
      const call = request({ port, path, headers, agent: false }).end();
      const [response] = (await once(call, 'response')) as [IncomingMessage];
      expect(response.statusCode).toBe(200);
      expect(response.headers['content-encoding'] ?? 'identity').toBe(encoding);
      await expect(response.toArray()).rejects.toThrow('aborted');
      expect(response.complete).toBe(false);
      await closeServer(server, 500);
      expect(warn).toHaveBeenCalledWith({ code: 'response.cut_off' }, expect.any(String));
      expect(printed).toHaveBeenCalled();
      vi.restoreAllMocks();
      await expect.poll(newestEntry).toMatchObject({ action: 'export record', status: 500 });
    });
  });

  test('have status 500 in the audit log if the first read fails', async () => {
    const path = '/api/operator/members/1/export/';
    const headers = { authorization: `Bearer ${api().config.operatorToken}` };
    vi.spyOn(log, 'error').mockImplementation(() => {});
    const { status } = await createFailingApp(1).request(path, { headers });
    vi.restoreAllMocks();
    expect(status).toBe(500);
    await expect.poll(newestEntry).toMatchObject({ action: 'export member', status: 500 });
  });
});
