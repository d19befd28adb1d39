// npx tsx tools/bench/capacity.ts <pid> <url>…: measures throughput and processor time per request of a running process.
import { readdirSync, readFileSync } from 'node:fs';
import autocannon from 'autocannon';
import { median } from './measure';

const SECONDS = 3;
const ROUNDS = 3;
const CONNECTIONS = 8;
const TICKS = 100; // clock ticks of /proc per second

const [pid = '', ...urls] = process.argv.slice(2);
if (!/^\d+$/.test(pid) || urls.length === 0)
  throw new Error('usage: tsx tools/bench/capacity.ts <pid of the process> <url>…');

const readStat = (id: string) =>
  readFileSync(`/proc/${id}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ')
    .map(Number);

function family(of: string): string[] {
  const all = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const children = all.filter((id) => {
    try {
      return readStat(id)[1] === Number(of);
    } catch {
      return false; // exited meanwhile
    }
  });
  return [of, ...children.flatMap(family)];
}

/** Processor seconds, including exited children. */
const processorSeconds = () =>
  family(pid).reduce((sum, id) => {
    const [user = 0, system = 0, ended = 0, endedSystem = 0] = readStat(id).slice(11, 15);
    return sum + (user + system + ended + endedSystem) / TICKS;
  }, 0);
const memoryMegabytes = () =>
  family(pid).reduce((sum, id) => {
    const match = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${id}/status`, 'utf8'));
    return sum + Number(match?.[1] ?? 0) / 1024;
  }, 0);

console.log(`at rest: ${memoryMegabytes().toFixed(0)} MB in ${family(pid).length} processes`);
for (const url of urls) {
  const runs: { rate: number; each: number; p99: number; lost: number }[] = [];
  for (let round = 0; round <= ROUNDS; round++) {
    const before = processorSeconds();
    const { requests, latency, errors, non2xx } = await autocannon({
      url,
      idReplacement: url.includes('[<id>]'),
      connections: CONNECTIONS,
      duration: SECONDS,
      headers: { 'accept-encoding': 'gzip' },
    });
    const each = ((processorSeconds() - before) / requests.total) * 1000;
    runs.push({ rate: requests.average, each, p99: latency.p99, lost: errors + non2xx });
  }
  runs.shift(); // warm-up
  const of = (pick: (run: (typeof runs)[number]) => number, digits = 0) =>
    median(runs.map(pick)).toFixed(digits);
  console.log(
    `${url}: ${of(({ rate }) => rate)}/s, p99 ${of(({ p99 }) => p99)} ms, ${of(({ each }) => each, 2)} ms of a processor each, ${of(({ each }) => 1000 / each)} a core-second, ${of(({ lost }) => lost)} lost, ${memoryMegabytes().toFixed(0)} MB`,
  );
}
