import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type DatedPage, PageCache } from './page-cache';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const MINUTE_MS = 60_000;
const RELEASE = 'mf-booking@1.0.0';
const deepData: unknown = JSON.parse('['.repeat(100_000) + ']'.repeat(100_000));
const createPage = (html: string, complete = true): DatedPage => ({
  status: 200,
  html,
  head: [],
  loaderData: {},
  reads: [],
  gone: [],
  renderMs: 1,
  complete,
  renderedAt: Date.now(),
});

function newCache(isServed?: (release: string) => boolean) {
  const cache = new PageCache(isServed);
  const site = { renders: 0, answer: (): DatedPage | null => createPage(`page ${site.renders}`) };
  const render = async () => {
    site.renders++;
    const page = site.answer();
    await new Promise((resolve) => setTimeout(resolve, 100));
    return page;
  };
  /** Returns the answer, and whether it waited for a render. */
  const ask = async (key = 'page', signal?: AbortSignal) => {
    const since = performance.now();
    let waited = -1;
    const answer = cache.get({ key, release: RELEASE }, render, signal).then((result) => {
      waited = performance.now() - since;
      return result;
    });
    await vi.advanceTimersByTimeAsync(100);
    const { page, outcome, staleSeconds } = await answer;
    return { html: page?.html ?? null, outcome, staleSeconds, waited: waited >= 100 };
  };
  return { cache, site, ask };
}

describe('PageCache', () => {
  test('serves stale while one render revalidates', async () => {
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

  test('renders a page older than a minute first', async () => {
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
    ['data is missing', () => createPage('without coach and prices', false)],
  ])('serves stale for an hour while %s', async (_, failure) => {
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

  test.each([
    ['cannot be rendered', async () => Promise.reject(new Error('boom'))],
    ['cannot be measured', async () => ({ ...createPage(''), loaderData: { data: deepData } })],
  ])('logs a page that %s', async (_, render) => {
    const lines: string[] = [];
    const cache = new PageCache(
      () => true,
      (line) => lines.push(line),
    );
    await cache.get({ key: 'page', release: RELEASE, pathname: '/cs2' }, render).catch(() => {});
    await vi.advanceTimersByTimeAsync(1);
    expect(lines).toEqual([
      expect.stringMatching(/ \/cs2: page not cached: (boom|Maximum call stack)/),
    ]);
  });

  test('retries a failed render every five seconds', async () => {
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

  test('invalidates pages of a replaced release, in-flight ones too', async () => {
    let served = true;
    const { ask, cache, site } = newCache(() => served);
    await ask('kept');
    const late = ask('late');
    served = false;
    cache.dropUnserved();
    await late;
    served = true; // a rollback brings it back
    site.answer = () => null; // a cached one would be served stale
    expect((await ask('kept')).html).toBeNull();
    expect((await ask('late')).html).toBeNull();
  });

  test('starts a new render after an abandoned one', async () => {
    const { ask, site } = newCache();
    const visitor = new AbortController();
    const first = ask('page', visitor.signal);
    visitor.abort();
    expect(await ask()).toMatchObject({ html: 'page 2', outcome: 'miss' });
    expect(site.renders).toBe(2);
    await first;
  });

  const long = 'x'.repeat(1024 * 1024);
  test.each([
    ['HTML', () => createPage(long)],
    ['paths', () => ({ ...createPage(''), reads: [long] })],
  ])('bounds the memory of %s and keeps pages in use', async (_, answer) => {
    const { ask, site } = newCache();
    site.answer = answer;
    await ask('hot');
    for (let number = 0; number < 60; number++) {
      await ask(`random ${number}`);
      if (number % 10 === 0) await ask('hot');
    }
    expect((await ask('hot')).outcome).toBe('hit');
    const { renders } = site;
    await ask('random 59');
    expect(site.renders).toBe(renders);
    await ask('random 0');
    expect(site.renders).toBe(renders + 1);
  });

  test('revalidates pages of changed data, stale if that fails', async () => {
    const { cache, site, ask } = newCache();
    site.answer = () => ({
      ...createPage(`page ${site.renders}`),
      reads: ['/api/coaches/1/services/'],
    });
    await ask('one');
    site.answer = () => ({ ...createPage(`page ${site.renders}`), reads: ['/api/coaches/11/'] });
    await ask('eleven');
    cache.invalidate(['/api/coaches/1/']);
    expect(await ask('eleven')).toMatchObject({ html: 'page 2', outcome: 'hit' });
    site.answer = () => null;
    expect(await ask('one')).toMatchObject({ html: 'page 1', outcome: 'stale', waited: true });
    vi.advanceTimersByTime(5000);
    site.answer = () => ({ ...createPage('anew'), reads: ['/api/coaches/1/'] });
    expect(await ask('one')).toMatchObject({ html: 'anew', outcome: 'miss', waited: true });
    expect(await ask('one')).toMatchObject({ html: 'anew', outcome: 'hit' });
  });

  test('drops pages whose data was deleted', async () => {
    const { cache, site, ask } = newCache();
    const reads = ['/api/coaches/1/', '/api/coaches/1/services/'];
    site.answer = () => ({ ...createPage('sells'), reads });
    await ask('cs2');
    site.answer = () => ({ ...createPage('another'), reads: ['/api/coaches/11/'] });
    await ask('eleven');
    cache.drop(new Set(['/api/coaches/1/']));
    site.answer = () => ({ ...createPage('failed', false), reads, gone: reads });
    expect(await ask('cs2')).toMatchObject({ html: 'failed', outcome: 'miss' });
    site.answer = () => null;
    expect(await ask('cs2')).toMatchObject({ html: null, outcome: 'miss' });
    expect(await ask('eleven')).toMatchObject({ html: 'another', outcome: 'hit' });
    cache.dropUnder(['/api/coaches/11']);
    expect(await ask('eleven')).toMatchObject({ html: null, outcome: 'miss' });
  });

  test('keeps a page rendered without the deleted data', async () => {
    const { cache, site, ask } = newCache();
    const reads = ['/api/coaches/9/'];
    site.answer = () => ({ ...createPage('Coach not found'), reads, gone: reads });
    await ask();
    cache.drop(new Set(reads));
    expect(await ask()).toMatchObject({ html: 'Coach not found', outcome: 'hit' });
  });

  test('shows no "not found" of before a change if the render fails', async () => {
    const { cache, site, ask } = newCache();
    const reads = ['/api/coaches/1/'];
    site.answer = () => ({ ...createPage('Coach not found'), status: 404, reads, gone: reads });
    await ask('known');
    const late = ask('late');
    cache.invalidate(reads);
    await late;
    site.answer = () => null;
    expect(await ask('known')).toMatchObject({ html: null, outcome: 'miss' });
    expect(await ask('late')).toMatchObject({ html: null, outcome: 'miss' });
  });

  test('does not store a page whose data was deleted meanwhile', async () => {
    const { cache, site, ask } = newCache();
    site.answer = () => ({ ...createPage('sells'), reads: ['/api/coaches/1/'] });
    const late = ask();
    cache.drop(new Set(['/api/coaches/1/']));
    await late;
    site.answer = () => null;
    expect(await ask()).toMatchObject({ html: null, outcome: 'miss' });
  });

  test('caches no page older than the deletions it remembers', async () => {
    const { cache, site, ask } = newCache();
    site.answer = () => ({ ...createPage('sells'), reads: ['/api/coaches/1/'] });
    const early = ask('early');
    cache.drop(new Set(['/api/coaches/1/']));
    cache.drop(new Set(Array.from({ length: 10_000 }, (_, id) => `/api/missing/${id}/`)));
    await early;
    await ask('late');
    site.answer = () => null;
    expect(await ask('early')).toMatchObject({ html: null, outcome: 'miss' });
    expect(await ask('late')).toMatchObject({ html: 'sells', outcome: 'hit' });
  });

  test('does not cache a page as fresh after a concurrent change', async () => {
    const { cache, site } = newCache();
    const finish: ((page: DatedPage) => void)[] = [];
    const pendingRender = () => new Promise<DatedPage>((resolve) => finish.push(resolve));
    const pageWith = (html: string) => ({ ...createPage(html), reads: ['/api/coaches/1/'] });
    const first = cache.get({ key: 'page', release: RELEASE }, pendingRender);
    await vi.advanceTimersByTimeAsync(10);
    cache.invalidate(['/api/coaches/1/']);
    const second = cache.get({ key: 'page', release: RELEASE }, pendingRender);
    finish[1]?.(pageWith('new'));
    expect((await second).page?.html).toBe('new');
    finish[0]?.(pageWith('old'));
    expect((await first).page?.html).toBe('old');
    await vi.advanceTimersByTimeAsync(10);
    expect((await cache.get({ key: 'page', release: RELEASE }, pendingRender)).page?.html).toBe(
      'new',
    );
    const third = cache.get({ key: 'other', release: RELEASE }, pendingRender);
    await vi.advanceTimersByTimeAsync(10);
    cache.invalidate(['/api/coaches/1/']);
    finish[2]?.(pageWith('old'));
    await third;
    await vi.advanceTimersByTimeAsync(10);
    void cache.get({ key: 'other', release: RELEASE }, pendingRender);
    expect(finish).toHaveLength(4);
    expect(site.renders).toBe(0);
  });
});
