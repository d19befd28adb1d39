import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Changes } from '../src/events/changes';
import { createSlack } from '../src/events/chat';
import { changeOutbox, readOutbox } from '../src/events/outbox';
import { startEvents } from '../src/events/start-events';
import { listUndelivered, resendEvents } from '../src/events/undelivered';
import { DirectoryStore, encode, lock, readAudit, unlock } from '../src/index';
import { numbered, release } from './build';
import { type Received, startReceiver } from './receiver';

const REMOTE = 'mf-booking';
const times = { beatMs: 100, leaseMs: 400, backoffMs: [50, 100] };
const isOld = ({ path: address }: Received) => address.endsWith('/old');

let folder: string;
let store: DirectoryStore;
let closing: (() => unknown)[];
let receiver: Awaited<ReturnType<typeof startReceiver>>;

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'carry-undelivered-'));
  store = new DirectoryStore(folder);
  await release(store, numbered(1));
  receiver = await startReceiver((request) => (isOld(request) ? 410 : 204));
  closing = [receiver.close];
});
afterEach(async () => {
  for (const close of closing.reverse()) await close();
  rmSync(folder, { recursive: true, force: true });
});

const channel = (name: string) => createSlack(`${receiver.url}/${name}`);

/** Starts a release server that sends to one channel. Returns how to stop it. */
async function serve(name: string): Promise<() => Promise<void>> {
  const target = channel(name);
  const changes = new Changes(store);
  const stop = startEvents([target], { store, changes, source: 'x', log: () => {}, times });
  closing.push(stop);
  await expect.poll(async () => (await readOutbox(store, target.id))?.lease).toBeTruthy();
  return stop;
}

const loseEvent = async () => {
  await lock(store, REMOTE, { why: 'final', who: 'kim' });
  await expect.poll(async () => (await listUndelivered(store)).length).toBe(1);
};
const sentToNew = () => receiver.received.filter((request) => !isOld(request)).length;

describe('events of a changed address', () => {
  test('stay until they move to another target', async () => {
    const stop = await serve('old');
    await loseEvent();
    await stop();
    await serve('new');
    const { label } = channel('old');
    await expect(resendEvents(store, { id: 'all' })).rejects.toThrow(
      `no release server sends to ${label}`,
    );
    expect(await listUndelivered(store)).toMatchObject([{ target: label }]);
    const target = channel('new').label;
    expect((await resendEvents(store, { id: 'all', target })).resent).toBe(1);
    await expect.poll(sentToNew).toBe(1);
    expect(await listUndelivered(store)).toEqual([]);
  });

  test('stay listed when others are sent again', async () => {
    const stop = await serve('old');
    await loseEvent();
    await stop();
    await serve('new');
    const [letter] = await listUndelivered(store);
    if (!letter) throw new Error('no letter');
    const { target: old, ...dead } = letter;
    await changeOutbox(store, channel('new').id, (outbox) => outbox && { ...outbox, dead: [dead] });
    expect(await resendEvents(store, { id: 'all' })).toEqual({
      resent: 1,
      left: [{ target: old, events: 1 }],
    });
    expect(await listUndelivered(store)).toMatchObject([{ target: old }]);
  });

  test('are listed after the server of the old address was killed', async () => {
    await release(store, numbered(2));
    const { change: entry } = JSON.parse((await store.read('live.json'))?.toString() ?? '{}');
    await changeOutbox(store, 'slack-killed', () => ({
      target: 'slack x (a1b2)',
      lease: { holder: 'a killed server', beat: 7 },
      position: { live: 1, site: 0, floor: 0, previews: [] },
      queue: [{ id: 'live-2-1', entry, attempts: 0 }],
      dead: [],
    }));
    await serve('new');
    await expect
      .poll(() => listUndelivered(store), { timeout: 3000 })
      .toMatchObject([{ target: 'slack x (a1b2)', id: 'live-2-1' }]);
  });

  test('keep the lease of a server that runs', async () => {
    await serve('other');
    await serve('new');
    await new Promise((resolve) => setTimeout(resolve, 1500));
    await lock(store, REMOTE, { why: 'final', who: 'kim' });
    await unlock(store, REMOTE, { why: 'done' });
    await expect.poll(sentToNew).toBe(4);
    expect((await readOutbox(store, channel('other').id))?.lease).toBeTruthy();
  });
});

test('delivers queued events of newer versions', async () => {
  const target = channel('new');
  const stop = await serve('new');
  await stop();
  const path = `events/${target.id}.json`;
  const content = await store.read(path);
  const entry = { ...(await readAudit(store)).at(-1), action: 'rollout-praised' };
  const queue = [{ id: 'live-9-1', attempts: 0, entry }];
  const outbox = { ...JSON.parse(content?.toString() ?? ''), queue };
  await store.compareAndSwap(path, content, encode(outbox));
  await serve('new');
  await expect
    .poll(() => receiver.received.map(({ body }) => body).join())
    .toMatch(/has a change that this version does not know \(rollout-praised\)/);
});
