import { once } from 'node:events';
import { existsSync, mkdtempSync } from 'node:fs';
import net from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { freePorts } from './process';
import { deleteData } from './stack';

test.each(['site', 'api', 'sandbox'] as const)(
  'keeps data while the port of the %s is in use',
  async (name) => {
    const [site = 0, api = 0, sandbox = 0] = await freePorts();
    const ports = { site, api, sandbox };
    const data = mkdtempSync(path.join(tmpdir(), 'carry-data-'));
    const server = net.createServer().listen(ports[name]);
    await once(server, 'listening');
    await expect(deleteData(data, ports)).rejects.toThrow(`PORT ${ports[name]} is in use`);
    expect(existsSync(data)).toBe(true);
    await new Promise((closed) => server.close(closed));
    await deleteData(data, ports);
    expect(existsSync(data)).toBe(false);
  },
);
