import net from 'node:net';
import pg from 'pg';

const reachable = (host: string, port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = net.connect({ host, port, timeout: 500 });
    socket.once('connect', () => resolve(socket.destroy() && true));
    for (const event of ['error', 'timeout'])
      socket.once(event, () => resolve(socket.destroy() && false));
  });

/** Returns the URL of a PostgreSQL server that tests may create databases on: `TEST_DATABASE_URL`, or a local one; null if none answers. */
export async function adminUrl(): Promise<string | null> {
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

/** Creates an empty database, or a clone of one without connections. */
export async function createPostgres(
  admin: string,
  name: string,
  template = 'template1',
): Promise<{ url: string; drop(): Promise<void> }> {
  const run = async (statement: string) => {
    const client = new pg.Client({ connectionString: admin });
    await client.connect();
    await client.query(statement);
    await client.end();
  };
  await run(`CREATE DATABASE ${name} TEMPLATE ${template}`);
  await run(`ALTER DATABASE ${name} SET synchronous_commit = off`); // commits do not wait for the disk
  const url = new URL(admin);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => run(`DROP DATABASE ${name} WITH (FORCE)`) };
}
