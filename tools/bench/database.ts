import pg from 'pg';

export const ADMIN =
  process.env['TEST_DATABASE_URL'] ?? 'postgres://postgres@127.0.0.1:5432/postgres';

export async function ask<Row extends pg.QueryResultRow>(
  url: string,
  query: string,
): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(query)).rows;
  } finally {
    await client.end();
  }
}

export async function withDatabase<T>(name: string, use: (url: string) => Promise<T>): Promise<T> {
  const url = new URL(ADMIN);
  url.pathname = `/${name}`;
  await ask(ADMIN, `CREATE DATABASE ${name}`);
  try {
    return await use(url.href);
  } finally {
    await ask(ADMIN, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  }
}
