import autocannon from 'autocannon';
import { freePorts } from 'workspace/process';
import { startStack } from 'workspace/stack';
import { withStore } from './both-ways';
import { ADMIN, ask } from './database';
import { median } from './measure';
import { table } from './table';

const BOOKINGS = 10_000;
const SECONDS = 5;
const DAY_MS = 24 * 60 * 60 * 1000;
/** Concurrent connections, and the number of days they read at random. */
const LOADS = [
  { connections: 1, days: 1 },
  { connections: 8, days: 1 },
  { connections: 8, days: 14 },
];

const fill = (url: string) =>
  ask(
    url,
    `INSERT INTO bookings (student_id, coach_id, service_id, quantity, amount_cents, duration_minutes,
       starts_at, ends_at, contact_info, details, status, hold_expires_at)
     SELECT (SELECT min(id) FROM users), 1, (SELECT min(id) FROM services WHERE coach_id = 1), 1, 100, 60,
       date_trunc('hour', now()) + (n - ${BOOKINGS - 500}) * interval '2 hours',
       date_trunc('hour', now()) + (n - ${BOOKINGS - 500}) * interval '2 hours' + interval '1 hour',
       'bench', 'bench', CASE WHEN n < ${BOOKINGS - 500} THEN 'completed' ELSE 'confirmed' END, now()
     FROM generate_series(1, ${BOOKINGS}) n`,
  );

const transactions = async (database: string) =>
  Number(
    (
      await ask<{ count: string }>(
        ADMIN,
        `SELECT xact_commit count FROM pg_stat_database WHERE datname = '${database}'`,
      )
    )[0]?.count,
  );

export const measureSlots = (runs: number, releases: string): Promise<string> =>
  withStore(releases, async (dataFolder) => {
    const [site = 0, api = 0, sandbox = 0] = await freePorts();
    const database = `bench_${process.pid}`;
    await ask(ADMIN, `CREATE DATABASE ${database}`);
    const address = new URL(ADMIN);
    address.pathname = `/${database}`;
    const stack = await startStack({
      ports: { site, api, sandbox },
      dataFolder,
      env: { DATABASE_URL: address.href },
      log: () => {},
    });
    try {
      await fill(address.href);
      await ask(address.href, 'ANALYZE bookings');
      const paths = Array.from({ length: 14 }, (_, day) => {
        const date = new Date(Date.now() + (day + 3) * DAY_MS).toISOString().slice(0, 10);
        return `/api/coach/1/available-slots/?date=${date}&duration=60`;
      });
      for (const path of paths) {
        const { available_slots: times } = (await (await fetch(stack.urls.api + path)).json()) as {
          available_slots: unknown[];
        };
        if (times.length === 0) throw new Error(`no available slots at ${path}`);
      }
      const before = await transactions(database);
      let reads = 0;
      const read = async ({ connections, days }: (typeof LOADS)[number]) => {
        const result = await autocannon({
          url: stack.urls.api,
          connections,
          duration: SECONDS,
          requests: [
            {
              setupRequest: (request) => ({
                ...request,
                path: paths[Math.floor(Math.random() * days)] ?? '',
              }),
            },
          ],
        });
        if (result.non2xx + result.errors > 0) throw new Error('a read of slots failed');
        reads += result.requests.total;
        return result;
      };
      await read({ connections: 8, days: 14 }); // warm-up
      const measured = LOADS.map((load) => ({ load, results: [] as autocannon.Result[] }));
      for (let run = 0; run < runs; run++)
        for (const { load, results } of measured) results.push(await read(load));
      await stack.stop(); // flushes the statistics of the connections
      const queries = ((await transactions(database)) - before) / reads;
      const rows = measured.map(({ load: { connections, days }, results }) => {
        const of = (pick: (result: autocannon.Result) => number) => median(results.map(pick));
        return [
          String(connections),
          days === 1 ? 'one' : `any of ${days}`,
          of(({ requests }) => requests.average).toFixed(0),
          `${of(({ latency }) => latency.p50)} ms`,
          `${of(({ latency }) => latency.p99)} ms`,
          queries.toFixed(1),
        ];
      });
      return `## Reading a day's times

PostgreSQL with ${BOOKINGS.toLocaleString('en')} bookings of this coach, the load on the same cores, median of ${runs} runs of ${SECONDS} s:

${table(['connections', 'day', 'reads/s', 'p50', 'p99', 'queries a read'], rows)}
`;
    } finally {
      await stack.stop();
      await ask(ADMIN, `DROP DATABASE IF EXISTS ${database} WITH (FORCE)`);
    }
  });
