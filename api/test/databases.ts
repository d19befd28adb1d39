import { randomBytes } from 'node:crypto';
import net from 'node:net';
import pg from 'pg';
import type { DatabaseLocation } from '../src/db/open';

const reachable = (host: string, port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = net.connect({ host, port, timeout: 500 });
    socket.once('connect', () => resolve(socket.destroy() && true));
    for (const event of ['error', 'timeout']) socket.once(event, () => resolve(socket.destroy() && false));
  });

async function adminUrl(): Promise<string | null> {
  if (process.env['TEST_DATABASE_URL']) return process.env['TEST_DATABASE_URL'];
  const url = 'postgres://postgres@127.0.0.1:5432/postgres';
  if (!(await reachable('127.0.0.1', 5432))) return null;
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 });
  return client.connect().then(
    async () => {
      await client.end();
      return url;
    },
    () => null,
  );
}

/** The databases to test on: PGlite always, PostgreSQL where one answers; says which. */
export async function testDatabases(): Promise<
  { name: string; create: () => Promise<{ location: DatabaseLocation; drop: () => Promise<void> }> }[]
> {
  const admin = await adminUrl();
  console.log(admin ? 'API tests run on PGlite and on PostgreSQL' : 'API tests run on PGlite; no PostgreSQL answers');
  const lite = { name: 'PGlite', create: async () => ({ location: 'memory' as const, drop: async () => {} }) };
  if (!admin) return [lite];
  const run = async (statement: string) => {
    const client = new pg.Client({ connectionString: admin });
    await client.connect();
    await client.query(statement);
    await client.end();
  };
  const create = async () => {
    const name = `carry_test_${randomBytes(6).toString('hex')}`;
    await run(`CREATE DATABASE ${name}`);
    const url = new URL(admin);
    url.pathname = `/${name}`;
    return { location: { url: url.href }, drop: () => run(`DROP DATABASE ${name} WITH (FORCE)`) };
  };
  return [lite, { name: 'PostgreSQL', create }];
}
