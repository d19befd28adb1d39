import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { NotRendered, RenderPool } from './render-pool';
import type { RenderRequest, WorkerSetup } from './render-protocol';

const folder = mkdtempSync(path.join(tmpdir(), 'carry-pool-'));
const bundle = path.join(folder, 'worker.cjs');
writeFileSync(
  bundle,
  `const { parentPort } = require('node:worker_threads');
  const busy = (ms) => { for (const end = Date.now() + ms; Date.now() < end; ); };
  parentPort.on('message', ({ id, pathname }) => {
    if (pathname === '/never') return;
    if (pathname === '/hang') for (;;);
    if (pathname === '/crash') setImmediate(() => { throw new Error('crashed'); });
    if (pathname === '/crash') return;
    if (pathname === '/throw') return parentPort.postMessage({ id, error: 'boom' });
    if (pathname === '/work') busy(100);
    parentPort.postMessage({ id, rendered: { html: pathname } });
  });`,
);
const pools: RenderPool[] = [];
afterAll(async () => {
  await Promise.all(pools.map((pool) => pool.close()));
  rmSync(folder, { recursive: true });
});

const lateHangs: string[] = [];
function newPool() {
  const blame = (key: string, error: string) => void lateHangs.push(`${key}: ${error}`);
  const pool = new RenderPool(bundle, {} as Omit<WorkerSetup, 'remote'>, blame, { deadline: 600, rest: 400 });
  pools.push(pool);
  const render = (pathname: string, key = 'one') =>
    pool
      .render(key, async () => null, { pathname } as RenderRequest)
      .then(
        ({ html }) => html,
        (error: Error) => `${error.name}: ${error.message.replace(/^\w+ /, '')}`,
      );
  return render;
}

test('a page that hangs costs its own release its deadline and a rest; the pages beside it are not blamed, other releases go on', async () => {
  const render = newPool();
  expect(await render('/ok')).toBe('/ok');
  const hanging = render('/hang');
  const beside = render('/ok');
  expect(await render('/ok', 'two')).toBe('/ok');
  expect(await hanging).toMatch(/^Error: took longer than 600 ms/);
  expect(await beside).toMatch(/^NotRendered: (was stopped|took)/);
  expect(await render('/ok')).toBe('NotRendered: rests after a failure');
  await sleep(450);
  expect(await render('/ok')).toBe('/ok');
});

test('a queue that is too long gives pages up and blames nobody; the worker goes on', async () => {
  const render = newPool();
  await render('/ok');
  const outcomes = await Promise.all(Array.from({ length: 15 }, () => render('/work')));
  expect(outcomes.slice(0, 3)).toEqual(['/work', '/work', '/work']);
  expect(outcomes.at(-1)).toBe('NotRendered: has too many pages to render');
  await sleep(1200);
  expect(await render('/ok')).toBe('/ok'); // no rest: it was never stopped
});

test('a process that was busy itself takes the answer that came meanwhile', async () => {
  const render = newPool();
  await render('/ok');
  await sleep(700);
  const page = render('/ok');
  await new Promise<void>((resolve) =>
    setImmediate(() => {
      for (const end = Date.now() + 800; Date.now() < end; );
      resolve();
    }),
  ); // the timers come next, and what the worker said only after them
  expect(await page).toBe('/ok');
});

test('a hang behind a queue is found and blamed after its page was given up', async () => {
  const render = newPool();
  await render('/ok');
  const [, hanging] = await Promise.all([render('/work'), render('/hang')]);
  expect(hanging).toBe('NotRendered: has too many pages to render');
  expect(lateHangs).toEqual([]);
  await sleep(200);
  expect(lateHangs).toEqual(['one: one took longer than 600 ms to render']);
  expect(await render('/ok')).toBe('NotRendered: rests after a failure');
  await sleep(400);
  expect(await render('/ok')).toBe('/ok');
});

test('a page that never ends while others do is blamed, and stops nobody', async () => {
  const render = newPool();
  const never = render('/never');
  for (let page = 0; page < 8; page++) {
    expect(await render('/ok')).toBe('/ok');
    await sleep(100);
  }
  expect(await never).toMatch(/^Error: took longer/);
  expect(await render('/ok')).toBe('/ok');
});

test('a page that throws is blamed; one that crashes its worker too, and the release rests', async () => {
  const render = newPool();
  expect(await render('/throw')).toBe('Error: boom');
  expect(await render('/crash')).toBe('Error: crashed');
  expect(await render('/ok')).toBe('NotRendered: rests after a failure');
  expect(new NotRendered('x')).toBeInstanceOf(Error);
});
