import autocannon from 'autocannon';
import { median } from './measure';

const SECONDS = 8;
const WARM_SECONDS = 2;
const ROUNDS = 3;

interface Load {
  what: string;
  path: string;
  connections: number;
  /** The single-page app's HTML from memory, the upper bound. */
  limit?: boolean;
}

const loads: Load[] = [
  {
    what: 'the HTML of the single-page app, from memory: the limit',
    path: '/',
    connections: 8,
    limit: true,
  },
  { what: '`/`', path: '/', connections: 8 },
  { what: '`/` with a random campaign in the query', path: '/?utm_source=[<id>]', connections: 8 },
  { what: '`/booking/1`', path: '/booking/1', connections: 8 },
  {
    what: '`/booking/1` with a random campaign in the query',
    path: '/booking/1?utm_source=[<id>]',
    connections: 8,
  },
  {
    what: 'random paths that nobody owns, 300 connections',
    path: '/nothing-[<id>]',
    connections: 300,
  },
];

async function load(origin: string, { path, connections }: Load, seconds = SECONDS) {
  const { requests, latency, errors, timeouts, non2xx } = await autocannon({
    url: origin + path,
    idReplacement: path.includes('[<id>]'),
    connections,
    duration: seconds,
    headers: { 'accept-encoding': 'gzip' },
  });
  return {
    rate: requests.average,
    p50: latency.p50,
    p99: latency.p99,
    lost: errors + timeouts,
    non2xx,
  };
}

export async function measureThroughput(
  origins: Record<'composed' | 'spa', string>,
): Promise<string> {
  const runs = new Map<Load, Awaited<ReturnType<typeof load>>[]>();
  for (let round = 0; round < ROUNDS; round++)
    for (const one of loads) {
      const origin = one.limit ? origins.spa : origins.composed;
      await load(origin, { ...one, connections: 2 }, WARM_SECONDS);
      runs.set(one, [...(runs.get(one) ?? []), await load(origin, one)]);
    }
  const rows = [...runs].map(([{ what, connections }, all]) => {
    const of = (pick: (run: (typeof all)[number]) => number) => median(all.map(pick));
    const sum = all.reduce((total, { lost }) => total + lost, 0);
    return `| ${what} | ${connections} | ${of(({ rate }) => rate).toFixed(0)} | ${of(({ p50 }) => p50)} ms | ${of(({ p99 }) => p99)} ms | ${sum} |`;
  });
  return `## Throughput

Pages a second on this machine, with the load on the same cores; median of ${ROUNDS} runs of ${SECONDS} s:

| page | connections | pages/s | p50 | p99 | lost |
|---|---|---|---|---|---|
${rows.join('\n')}
`;
}
