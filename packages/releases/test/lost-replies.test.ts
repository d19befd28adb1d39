import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  encode,
  lock,
  promote,
  readAudit,
  readLive,
  retire,
  rollback,
  type Store,
} from '../src/index';
import { addPreviewNote } from '../src/pointers/preview-notes';
import { lift, quarantine } from '../src/pointers/quarantine';
import { abortRollout, startRollout } from '../src/pointers/rollout';
import { Replays } from '../src/service/replays';
import { numbered, release } from './build';
import { bench, booking, openStore, prepareService, startService } from './service-bench';
import { type OpenedStore, stub } from './stores';

const REMOTE = 'mf-booking';
const why = 'broken';

const versionsIn = async (store: Store) => {
  const versions: string[] = [];
  for (const number of [1, 2, 3]) versions.push((await release(store, numbered(number))).version);
  return versions;
};

describe('a bucket that loses the response of a stored write', () => {
  let opened: OpenedStore;
  let store: Store;
  const loseReply = (path = 'live.json', count?: number) => opened.loseReplies?.(path, count);
  beforeEach(async () => {
    opened = await stub();
    ({ store } = opened);
    await store.assertFit();
  });
  afterEach(() => opened.close());

  test.each([1, 2])('rolls back one release after %i lost responses', async (count) => {
    const [, second] = await versionsIn(store);
    const { revision } = await readLive(store);
    loseReply('live.json', count);
    await rollback(store, REMOTE, { why });
    const live = await readLive(store);
    expect(live).toMatchObject({
      revision: revision + 1,
      remotes: { [REMOTE]: { version: second } },
    });
    expect(await readAudit(store, REMOTE)).toHaveLength(4);
  });

  test('reports each other change of a pointer as done', async () => {
    const [first = '', second = '', third = ''] = await versionsIn(store);
    const changes = [
      () => startRollout(store, REMOTE, { version: first, why }),
      () => abortRollout(store, REMOTE, { why }),
      () => quarantine(store, REMOTE, { version: third, to: second, why, who: 'kim' }),
      () => lift(store, REMOTE, { version: third, why }),
      () => retire(store, REMOTE, { why }),
      () => promote(store, REMOTE, { version: third, why }),
      () => lock(store, REMOTE, { why, who: 'kim' }),
    ];
    for (const change of changes) {
      loseReply();
      await change();
    }
  });

  test('writes a note once', async () => {
    loseReply('audit');
    const place = { page: '/booking/1', viewport: { width: 390, height: 844 } };
    const note = { remote: REMOTE, channel: 'pr-1', version: '1.0.0', text: 'hi', place };
    await addPreviewNote(store, note);
    expect(await store.list('audit')).toHaveLength(1);
  });

  test('accepts a request once', async () => {
    loseReply('requests');
    const replays = new Replays(store);
    await replays.assertFirst('key', 'nonce', 1000);
    await expect(replays.assertFirst('key', 'nonce', 1000)).rejects.toThrow(/replayed request/);
  });

  test('returns false after a lost race', async () => {
    await store.write('x.json', encode({ writer: 1 }));
    loseReply('x.json');
    expect(await store.compareAndSwap('x.json', null, encode({ writer: 1 }))).toBe(false);
  });
});

describe('a release server whose response is lost', () => {
  prepareService();

  /** Loses the response of the next stored change. */
  const loseResponse = () => {
    const real = globalThis.fetch;
    let lost = false;
    vi.stubGlobal('fetch', async (input: string, init: RequestInit = {}) => {
      const response = await real(input, init);
      if (lost || !input.endsWith('/v1/changes')) return response;
      lost = true;
      throw new TypeError('fetch failed');
    });
  };

  test('rolls back one release', async () => {
    const store = openStore(await startService(), booking);
    const [, second] = await versionsIn(store);
    loseResponse();
    await rollback(store, REMOTE, { why });
    expect((await readLive(bench.behind)).remotes[REMOTE]).toMatchObject({ version: second });
    expect(await readAudit(bench.behind, REMOTE)).toHaveLength(4);
  });

  test('reports a change that was not stored', async () => {
    const store = openStore(await startService(), booking);
    await versionsIn(store);
    const real = globalThis.fetch;
    vi.stubGlobal('fetch', async (input: string, init: RequestInit = {}) => {
      if (input.endsWith('/v1/changes')) throw new TypeError('fetch failed');
      return real(input, init);
    });
    await expect(rollback(store, REMOTE, { why })).rejects.toThrow(/cannot be reached/);
    expect((await readLive(bench.behind)).remotes[REMOTE]?.history).toHaveLength(2);
  });
});
