import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Changes } from '../src/events/changes';
import { DirectoryStore, rollback } from '../src/index';
import { numbered, release } from './build';

const REMOTE = 'mf-booking';
const why = { why: 'as planned' };
let folder: string;
let store: DirectoryStore;
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'carry-followers-'));
  store = new DirectoryStore(folder);
  for (const number of [1, 2]) await release(store, numbered(number));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('changes of a store', () => {
  test('are listed once for all followers', async () => {
    const changes = new Changes(store);
    const stopped = new AbortController();
    const after = await changes.end();
    const followers = Array.from({ length: 5 }, () =>
      changes.follow({ after, signal: stopped.signal }),
    );
    const nexts = followers.map((follower) => follower.next());
    await sleep(1000);
    const list = vi.spyOn(store, 'list');
    await rollback(store, REMOTE, why);
    changes.poke();
    const found = await Promise.all(nexts);
    expect(found.map(({ value }) => value.entry.action)).toEqual(Array(5).fill('rollback'));
    expect(list.mock.calls.filter(([folder]) => folder === 'audit').length).toBeLessThan(3);
    stopped.abort();
    await Promise.all(followers.map((follower) => follower.return(undefined)));
  });

  test('reach a follower that started while the store failed', async () => {
    const lines: string[] = [];
    const changes = new Changes(store, (line) => lines.push(line));
    const stopped = new AbortController();
    vi.spyOn(store, 'read').mockRejectedValueOnce(new Error('slow down'));
    const follower = changes.follow({ signal: stopped.signal });
    const next = follower.next();
    await expect.poll(() => lines).toEqual(['changes cannot be read, trying again: slow down']);
    await sleep(1000);
    await rollback(store, REMOTE, why);
    expect((await next).value).toMatchObject({ entry: { action: 'rollback' } });
    stopped.abort();
    await follower.return(undefined);
  });
});
