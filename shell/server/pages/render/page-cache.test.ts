import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type DatedPage, PageCache } from './page-cache';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const MINUTE_MS = 60_000;
const RELEASE = 'mf-booking@1.0.0';
const pageOf = (html: string, complete = true): DatedPage => ({
  status: 200,
  html,
  head: [],
  loaderData: {},
  reads: [],
  gone: [],
  complete,
  renderedAt: Date.now(),
});

/** A cache before a site that says what each render brings; a render takes 100 ms. */
function newCache(isServed?: (release: string) => boolean) {
  const cache = new PageCache(isServed);
  const site = { renders: 0, answer: (): DatedPage | null => pageOf(`page ${site.renders}`) };
  const render = async () => {
    site.renders++;
    const page = site.answer();
    await new Promise((resolve) => setTimeout(resolve, 100));
    return page;
  };
  /** What is answered, and whether that took a render's time. */
  const ask = async (key = 'page', signal?: AbortSignal) => {
    const since = performance.now();
    let waited = -1;
    const answer = cache.get(key, RELEASE, render, signal).then((given) => {
      waited = performance.now() - since;
      return given;
    });
    await vi.advanceTimersByTimeAsync(100);
    const { page, outcome, staleSeconds } = await answer;
    return { html: page?.html ?? null, outcome, staleSeconds, waited: waited >= 100 };
  };
  return { cache, site, ask };
}

test('an old page is served at once to everybody while one render renews it', async () => {
  const { site, ask, cache } = newCache();
  expect(await ask()).toMatchObject({ html: 'page 1', outcome: 'miss', waited: true });
  expect(await ask()).toMatchObject({ html: 'page 1', outcome: 'hit', staleSeconds: null });
  vi.advanceTimersByTime(15_000);
  const crowd = Promise.all(Array.from({ length: 50 }, () => ask()));
  for (const answer of await crowd)
    expect(answer).toEqual({ html: 'page 1', outcome: 'stale', staleSeconds: 15, waited: false });
  expect(site.renders).toBe(2);
  expect(await ask()).toMatchObject({ html: 'page 2', outcome: 'hit', staleSeconds: null });
  expect(cache.counts).toEqual({ hit: 2, stale: 50, miss: 1 });
});

test('a page that nobody asked for in a minute is renewed before it is shown', async () => {
  const { ask } = newCache();
  await ask();
  vi.advanceTimersByTime(MINUTE_MS);
  expect(await ask()).toEqual({
    html: 'page 2',
    outcome: 'miss',
    staleSeconds: null,
    waited: true,
  });
});

test.each([
  ['rendering fails', () => null],
  ['data is missing', () => pageOf('without coach and prices', false)],
])('for an hour a complete page stands in where %s, and no longer', async (_, failure) => {
  const { site, ask } = newCache();
  await ask();
  const { answer } = site;
  site.answer = failure;
  for (let minute = 1; minute < 60; minute++) {
    vi.advanceTimersByTime(MINUTE_MS - 100);
    expect(await ask(), `minute ${minute}`).toMatchObject({
      html: 'page 1',
      outcome: 'stale',
      staleSeconds: expect.closeTo(60 * minute, -1),
    });
  }
  vi.advanceTimersByTime(MINUTE_MS);
  expect(await ask()).toEqual({
    html: failure()?.html ?? null,
    outcome: 'miss',
    staleSeconds: null,
    waited: true,
  });
  site.answer = answer;
  expect(await ask()).toMatchObject({ outcome: 'miss', staleSeconds: null });
  expect(await ask()).toMatchObject({ outcome: 'hit', staleSeconds: null });
});

test('a page that cannot be renewed keeps nobody waiting: it is tried again every five seconds, and found well within that', async () => {
  const { site, ask } = newCache();
  await ask();
  vi.advanceTimersByTime(10 * MINUTE_MS);
  const { answer } = site;
  site.answer = () => null;
  expect(await ask()).toMatchObject({ html: 'page 1', waited: true });
  for (let visit = 0; visit < 40; visit++)
    expect(await ask()).toMatchObject({ html: 'page 1', outcome: 'stale', waited: false });
  expect(site.renders).toBe(2);
  site.answer = answer;
  vi.advanceTimersByTime(5000);
  expect(await ask()).toMatchObject({ html: 'page 3', outcome: 'miss', staleSeconds: null });
});

test('pages of a release that is served no more are dropped at once, also one that was still being rendered', async () => {
  let served = true;
  const { ask, cache, site } = newCache(() => served);
  await ask('kept');
  const late = ask('late');
  served = false;
  cache.dropUnserved();
  await late;
  served = true; // a rollback brings it back
  site.answer = () => null; // were one kept, it would stand in
  expect((await ask('kept')).html).toBeNull();
  expect((await ask('late')).html).toBeNull();
});

test('who comes while a render is given up, because its only visitor went, gets one of their own', async () => {
  const { ask, site } = newCache();
  const visitor = new AbortController();
  const first = ask('page', visitor.signal);
  visitor.abort();
  expect(await ask()).toMatchObject({ html: 'page 2', outcome: 'miss' });
  expect(site.renders).toBe(2);
  await first;
});

test('any number of pages takes bounded memory, and those in use stay', async () => {
  const { ask, site } = newCache();
  site.answer = () => pageOf('x'.repeat(1024 * 1024));
  await ask('hot');
  for (let number = 0; number < 60; number++) {
    await ask(`random ${number}`); // all within the ten seconds in which a page is fresh
    if (number % 10 === 0) await ask('hot');
  }
  expect((await ask('hot')).outcome).toBe('hit');
  const { renders } = site;
  await ask('random 59');
  expect(site.renders).toBe(renders);
  await ask('random 0');
  expect(site.renders).toBe(renders + 1);
});

test('pages made of what has changed are rendered before they are shown again, all others stay; old ones stand in where that fails', async () => {
  const { cache, site, ask } = newCache();
  site.answer = () => ({ ...pageOf(`page ${site.renders}`), reads: ['/api/coaches/1/services/'] });
  await ask('one');
  site.answer = () => ({ ...pageOf(`page ${site.renders}`), reads: ['/api/coaches/11/'] });
  await ask('eleven');
  cache.outdate(['/api/coaches/1/']);
  expect(await ask('eleven')).toMatchObject({ html: 'page 2', outcome: 'hit' });
  site.answer = () => null;
  expect(await ask('one')).toMatchObject({ html: 'page 1', outcome: 'stale', waited: true });
  vi.advanceTimersByTime(5000);
  site.answer = () => ({ ...pageOf('anew'), reads: ['/api/coaches/1/'] });
  expect(await ask('one')).toMatchObject({ html: 'anew', outcome: 'miss', waited: true });
  expect(await ask('one')).toMatchObject({ html: 'anew', outcome: 'hit' });
});

test('drops pages at once whose data is gone', async () => {
  const { cache, site, ask } = newCache();
  const reads = ['/api/coaches/1/', '/api/coaches/1/services/'];
  site.answer = () => ({ ...pageOf('sells'), reads });
  await ask('cs2');
  site.answer = () => ({ ...pageOf('another'), reads: ['/api/coaches/11/'] });
  await ask('eleven');
  cache.drop(['/api/coaches/1/']);
  site.answer = () => ({ ...pageOf('failed', false), reads, gone: reads });
  expect(await ask('cs2')).toMatchObject({ html: 'failed', outcome: 'miss' });
  site.answer = () => null;
  expect(await ask('cs2')).toMatchObject({ html: null, outcome: 'miss' });
  expect(await ask('eleven')).toMatchObject({ html: 'another', outcome: 'hit' });
  cache.dropUnder(['/api/coaches/11']);
  expect(await ask('eleven')).toMatchObject({ html: null, outcome: 'miss' });
});

test('keeps a page that was rendered without the data', async () => {
  const { cache, site, ask } = newCache();
  const reads = ['/api/coaches/9/'];
  site.answer = () => ({ ...pageOf('Coach not found'), reads, gone: reads });
  await ask();
  cache.drop(reads);
  expect(await ask()).toMatchObject({ html: 'Coach not found', outcome: 'hit' });
});

test('does not store a page whose data went while it rendered', async () => {
  const { cache, site, ask } = newCache();
  site.answer = () => ({ ...pageOf('sells'), reads: ['/api/coaches/1/'] });
  const late = ask();
  cache.drop(['/api/coaches/1/']);
  await late;
  site.answer = () => null;
  expect(await ask()).toMatchObject({ html: null, outcome: 'miss' });
});

test('a page whose data changed while it was rendered is not taken for a new one, and nobody else waits for it', async () => {
  const { cache, site } = newCache();
  const finish: ((page: DatedPage) => void)[] = [];
  const held = () => new Promise<DatedPage>((resolve) => finish.push(resolve));
  const made = (html: string) => ({ ...pageOf(html), reads: ['/api/coaches/1/'] });
  const first = cache.get('page', RELEASE, held);
  await vi.advanceTimersByTimeAsync(10);
  cache.outdate(['/api/coaches/1/']);
  const second = cache.get('page', RELEASE, held);
  finish[1]?.(made('new'));
  expect((await second).page?.html).toBe('new');
  finish[0]?.(made('old'));
  expect((await first).page?.html).toBe('old');
  await vi.advanceTimersByTimeAsync(10);
  expect((await cache.get('page', RELEASE, held)).page?.html).toBe('new');
  const third = cache.get('other', RELEASE, held);
  await vi.advanceTimersByTimeAsync(10);
  cache.outdate(['/api/coaches/1/']);
  finish[2]?.(made('old'));
  await third;
  await vi.advanceTimersByTimeAsync(10);
  void cache.get('other', RELEASE, held);
  expect(finish).toHaveLength(4);
  expect(site.renders).toBe(0);
});
