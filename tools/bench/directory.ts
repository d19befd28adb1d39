import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openDatabase } from 'api/database';
import { findListings } from 'api/directory';
import autocannon from 'autocannon';
import pg from 'pg';
import { freePorts } from 'workspace/process';
import { startStack } from 'workspace/stack';
import { withStore } from './both-ways';
import { COACHES, fillMarketplace, waitForListings } from './fill-marketplace';
import { median } from './measure';
import { table } from './table';

const ADMIN = process.env['TEST_DATABASE_URL'] ?? 'postgres://postgres@127.0.0.1:5432/postgres';
const SECONDS = 5;
const CONNECTIONS = 8;
const queries = {
  'best rated': { sort: 'rating' },
  'of a game, best rated': { game: 'lol' },
  'cheapest in a language': { language: 'de', sort: 'price' },
  'of a game, free this week, next free time': { game: 'cs2', free: 'week', sort: 'next_free' },
  'between two prices': { min_price: 30, max_price: 40, sort: 'price' },
} as const;

/** Returns the folder of PostgreSQL's own programs on Debian, else an empty string for the PATH. */
const programs = () =>
  ['17', '16', '15', '14']
    .map((version) => `/usr/lib/postgresql/${version}/bin/`)
    .find((folder) => existsSync(folder)) ?? '';

function toLiteral(value: unknown): string {
  if (typeof value === 'number') return String(value);
  const text = Array.isArray(value) ? `{${value.join(',')}}` : String(value);
  return `'${text.replaceAll("'", "''")}'`;
}

/** Runs a statement with pgbench on eight connections for some seconds. Returns the 99th percentile of its time in ms. */
function measureStatement(url: string, { sql, params }: { sql: string; params: unknown[] }) {
  const folder = mkdtempSync(path.join(tmpdir(), 'carry-pgbench-'));
  const text = sql.replaceAll(/\$(\d+)/g, (_, number: string) =>
    toLiteral(params[Number(number) - 1]),
  );
  writeFileSync(path.join(folder, 'list.sql'), `${text};\n`);
  const load = `-c ${CONNECTIONS} -j 2 -T ${SECONDS}`.split(' ');
  const args = ['-n', '-M', 'prepared', ...load, '-l', '-f', 'list.sql', url];
  execFileSync(`${programs()}pgbench`, args, { cwd: folder, stdio: 'ignore' });
  const times = readdirSync(folder)
    .filter((file) => file.startsWith('pgbench_log'))
    .flatMap((file) => readFileSync(path.join(folder, file), 'utf8').trim().split('\n'))
    .map((line) => Number(line.split(' ')[2]) / 1000)
    .toSorted((a, b) => a - b);
  rmSync(folder, { recursive: true });
  return times[Math.floor(times.length * 0.99)] ?? Number.NaN;
}

/** Returns the 99th percentile of each query in PostgreSQL alone, without the API. */
async function measureStatements(url: string, runs: number): Promise<string[]> {
  const { db, close } = await openDatabase({ url });
  const statements = Object.values(queries).map((query) =>
    findListings(db, query, new Date()).toSQL(),
  );
  await close();
  return statements.map((statement) => {
    const results = Array.from({ length: runs }, () => measureStatement(url, statement));
    return `${median(results).toFixed(1)} ms`;
  });
}

async function withDatabase<T>(use: (url: string) => Promise<T>): Promise<T> {
  const name = `bench_${process.pid}`;
  const admin = new pg.Client({ connectionString: ADMIN });
  await admin.connect();
  await admin.query(`CREATE DATABASE ${name}`);
  const url = new URL(ADMIN);
  url.pathname = `/${name}`;
  try {
    return await use(url.href);
  } finally {
    await admin.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    await admin.end();
  }
}

async function load(url: string, path: string): Promise<autocannon.Result> {
  const result = await autocannon({ url: url + path, connections: CONNECTIONS, duration: SECONDS });
  if (result.non2xx + result.errors > 0) throw new Error(`${path} failed`);
  return result;
}

async function measureQueries(api: string, runs: number): Promise<string[][]> {
  const rows: string[][] = [];
  for (const [what, query] of Object.entries(queries)) {
    const search = new URLSearchParams(
      Object.entries(query).map(([name, value]) => [name, String(value)]),
    );
    const path = `/api/coaches/?${search}`;
    await load(api, path); // warm-up
    const results: autocannon.Result[] = [];
    for (let run = 0; run < runs; run++) results.push(await load(api, path));
    const of = (pick: (result: autocannon.Result) => number) => median(results.map(pick));
    rows.push([
      what,
      of(({ requests }) => requests.average).toFixed(0),
      `${of(({ latency }) => latency.p50)} ms`,
      `${of(({ latency }) => latency.p99)} ms`,
    ]);
  }
  return rows;
}

export const measureDirectory = (runs: number, releases: string): Promise<string> =>
  withStore(releases, (dataFolder) =>
    withDatabase(async (url) => {
      const [site = 0, api = 0, sandbox = 0] = await freePorts();
      const env = { DATABASE_URL: url };
      const log = () => {};
      const stack = await startStack({ ports: { site, api, sandbox }, dataFolder, env, log });
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      try {
        await fillMarketplace(client);
        await waitForListings(client);
        const rows = await measureQueries(stack.urls.api, runs);
        const alone = await measureStatements(url, runs);
        return `## The coach directory

PostgreSQL with ${COACHES.toLocaleString('en')} coaches, 100,000 bookings and 200,000 reviews, ${CONNECTIONS} connections, the load on the same cores, median of ${runs} runs of ${SECONDS} s; 24 coaches an answer:

${table(
  ['coaches', 'reads/s', 'p50', 'p99', 'p99 of PostgreSQL alone'],
  rows.map((row, index) => [...row, alone[index] ?? '']),
)}
`;
      } finally {
        await client.end();
        await stack.stop();
      }
    }),
  );
