import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { startMinimalServer } from '@carry/releases/gates';
import { createFakeShell } from '@carry/remote-kit/fake-shell';
import { RenderPool } from 'shell/rendering';
import { root } from 'workspace';
import { EMPTY_MENU } from '../../shell/universal/page/boot';
import { median } from './measure';

const REMOTES = [4, 24, 100];
const VISITORS = 8;
const PAGES = 1000;
const ROUNDS = 3;
const paths = {
  'mf-marketing': '/cs2',
  'mf-booking': '/booking/1',
  'mf-account': '/login',
  'mf-coach': '/coach-dashboard',
};
const names = Object.keys(paths) as (keyof typeof paths)[];
const MB = 1024 * 1024;

const answers: Record<string, unknown> = {
  '/api/coaches/1/': {
    id: 1,
    name: 'Nova',
    description: '**Aim** and movement',
    image_url: null,
    special_offer: null,
    rank_images: [],
  },
  '/api/coaches/1/services/': [],
  '/api/reviews/by-coach/1/': [],
  '/api/coach/1/available-slots/': [],
  '/api/coaches/': {},
  '/api/auth/methods/': {},
};

function childrenBytes(): number {
  const children = readdirSync('/proc/self/task').flatMap((task) => {
    const text = readFileSync(`/proc/self/task/${task}/children`, 'utf8').trim();
    return text ? text.split(' ') : [];
  });
  const proportional = (pid: string) =>
    Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0);
  return children.reduce((sum, pid) => sum + proportional(pid) * 1024, 0);
}

type Load = { rate: number; p99: number; withoutHtml: number };

async function askFor(
  pool: RenderPool,
  count: number,
  code: Record<string, string>,
): Promise<Load> {
  const { site } = createFakeShell().shell;
  let seed = 7;
  const random = () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return seed / 2_147_483_648;
  };
  let rendered = 0;
  let withoutHtml = 0;
  const times: number[] = [];
  const visitor = async () => {
    while (rendered++ < PAGES) {
      const number = Math.floor(random() * count);
      const name = names[number % names.length] as keyof typeof paths;
      const started = performance.now();
      const release = { name, version: `1.0.${number}`, code: code[name] ?? '' };
      const request = {
        pathname: paths[name],
        search: '',
        owned: true,
        suggestion: null,
        previews: [],
        site,
        menu: EMPTY_MENU,
        requestId: 'test',
        now: Date.now(),
      };
      await pool
        .render({ key: `${name}@${number}`, code: async () => release }, request)
        .catch(() => withoutHtml++);
      times.push(performance.now() - started);
    }
  };
  const started = performance.now();
  await Promise.all(Array.from({ length: VISITORS }, visitor));
  const seconds = (performance.now() - started) / 1000;
  const p99 = times.sort((a, b) => a - b)[Math.floor(PAGES * 0.99)] ?? 0;
  return { rate: PAGES / seconds, p99, withoutHtml };
}

async function visit(count: number, apiUrl: string, code: Record<string, string>) {
  const before = childrenBytes();
  const bundle = path.join(root, 'shell/dist/node/render.cjs');
  const pool = new RenderPool({ bundle, setup: { apiUrl, apiBudgetMs: 700 } });
  const cold = await askFor(pool, count, code);
  const memory = childrenBytes() - before;
  const warm = await askFor(pool, count, code);
  const { stops, processes } = pool.stats();
  await pool.close();
  return { count, cold, warm, memory, stops, processes };
}

export async function measureRendering(): Promise<string> {
  const code = Object.fromEntries(
    names.map((name) => [
      name,
      readFileSync(path.join(root, name, 'dist/server/remote.cjs'), 'utf8'),
    ]),
  );
  const api = await startMinimalServer();
  for (const [pathname, body] of Object.entries(answers)) api.answer(`GET ${pathname}`, { body });
  const runs: Awaited<ReturnType<typeof visit>>[] = [];
  for (let round = 0; round < ROUNDS; round++)
    for (const count of REMOTES) runs.push(await visit(count, api.url, code));
  api.close();
  const of = (count: number, pick: (run: (typeof runs)[number]) => number) =>
    median(runs.filter((run) => run.count === count).map(pick));
  const throughput = (count: number, pick: (run: (typeof runs)[number]) => Load) => {
    const rate = (remotes: number) => of(remotes, (run) => pick(run).rate);
    return `${rate(count).toFixed(0)} pages/s (${(rate(count) / rate(REMOTES[0] ?? 0)).toFixed(2)})`;
  };
  const p99 = (count: number, pick: (run: (typeof runs)[number]) => Load) =>
    `${of(count, (run) => pick(run).p99).toFixed(0)} ms`;
  const rows = REMOTES.map((count) => {
    const all = runs.filter((run) => run.count === count);
    const sum = (pick: (run: (typeof runs)[number]) => number) =>
      all.reduce((total, run) => total + pick(run), 0);
    const memory = of(count, (run) => run.memory) / MB;
    return [
      `${count} remotes`,
      throughput(count, ({ cold }) => cold),
      p99(count, ({ cold }) => cold),
      throughput(count, ({ warm }) => warm),
      p99(count, ({ warm }) => warm),
      `${sum(({ cold, warm }) => cold.withoutHtml + warm.withoutHtml)} of ${all.length * 2 * PAGES}`,
      `${all[0]?.processes}, ${sum(({ stops }) => stops)} stopped`,
      `${memory.toFixed(0)} MB (aim ${60 + 5 * count})`,
    ];
  });
  return `## Rendering with many remotes in use

${VISITORS} visitors, random order, nothing cached, ${PAGES} pages from a cold start and as many once more, median of ${ROUNDS}:

| | throughput, cold | p99, cold | throughput | p99 | pages without HTML | processes | memory |
|---|---|---|---|---|---|---|---|
${rows.map((row) => `| ${row.join(' | ')} |`).join('\n')}
`;
}
