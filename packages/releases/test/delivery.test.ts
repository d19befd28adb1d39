import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Changes } from '../src/events/changes';
import type { CloudEvent } from '../src/events/cloud-event';
import { Delivery, type DeliveryTimes } from '../src/events/delivery';
import { addDead, type OutboxDocument, readOutbox } from '../src/events/outbox';
import { listUndelivered, resendEvents } from '../src/events/undelivered';
import { createWebhook } from '../src/events/webhook';
import { DirectoryStore, lock, readLive, rollback, setCanary, unlock } from '../src/index';
import { account, build, numbered, release } from './build';
import { type Received, startReceiver } from './receiver';

const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const REMOTE = 'mf-booking';
const why = { why: 'as planned' };
const quick: DeliveryTimes = { beatMs: 100, leaseMs: 400, backoffMs: [50, 100] };

let folder: string;
let store: DirectoryStore;
let second: string;
let closing: (() => unknown)[];
let lines: string[];

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'carry-events-'));
  store = new DirectoryStore(folder);
  closing = [];
  lines = [];
  await release(store, numbered(1));
  second = (await release(store, numbered(2))).version;
  await release(store, build(account));
});
afterEach(async () => {
  for (const close of closing.reverse()) await close();
  rmSync(folder, { recursive: true, force: true });
});

async function receive(respond?: Parameters<typeof startReceiver>[0]) {
  const receiver = await startReceiver(respond);
  closing.push(receiver.close);
  return receiver;
}

/** Starts a release server's delivery, and waits until one server has the lease. */
async function deliver(url: string, times = quick): Promise<Delivery> {
  const target = createWebhook(url, [SECRET]);
  const log = (line: string) => lines.push(line);
  const changes = new Changes(store, log);
  const delivery = new Delivery({
    store,
    changes,
    target,
    source: 'https://carry.example',
    log,
    times,
  });
  closing.push(() => delivery.close());
  await expect.poll(async () => (await readOutbox(store, target.id))?.lease).toBeTruthy();
  return delivery;
}

const createEvent = ({ body }: Received) => JSON.parse(body) as CloudEvent;
const getActions = (received: readonly Received[]) =>
  received.map((one) => `${createEvent(one).subject} ${createEvent(one).data.action}`);

/** Makes `count` changes of a remote. */
async function change(remote: string, count: number): Promise<void> {
  for (let made = 0; made < count; made += 2) {
    await lock(store, remote, { ...why, who: 'kim' });
    await unlock(store, remote, why);
  }
}

describe('delivery of events', () => {
  test('posts each change once, in order, signed', async () => {
    const { url, received } = await receive();
    await deliver(url);
    await rollback(store, REMOTE, why);
    await setCanary(store, REMOTE, { version: second, percent: 10, ...why });
    await change(REMOTE, 2);
    await expect
      .poll(() => getActions(received))
      .toEqual([`${REMOTE} rollback`, `${REMOTE} canary`, `${REMOTE} lock`, `${REMOTE} unlock`]);
    for (const { headers, body } of received) {
      const verified = new Webhook(SECRET).verify(body, headers as Record<string, string>);
      expect(verified).toMatchObject({ specversion: '1.0', id: headers['webhook-id'] });
      expect(headers['content-type']).toMatch(/^application\/cloudevents\+json/);
    }
    const [first] = received;
    expect(() =>
      new Webhook(SECRET).verify(`${first?.body} `, first?.headers as Record<string, string>),
    ).toThrow(/signature/);
    await sleep(300);
    expect(received).toHaveLength(4);
  });

  test('signs with both secrets while one is replaced', async () => {
    const { url, received } = await receive();
    const next = `whsec_${Buffer.alloc(32, 9).toString('base64')}`;
    const target = createWebhook(url, [SECRET, next]);
    await rollback(store, REMOTE, why);
    const changes = new Changes(store);
    const delivery = new Delivery({
      store,
      changes,
      target,
      source: 'x',
      log: () => {},
      times: quick,
    });
    closing.push(() => delivery.close());
    await expect.poll(() => readOutbox(store, target.id)).toBeTruthy();
    await change(REMOTE, 2);
    await expect.poll(() => received.length).toBe(2);
    for (const secret of [SECRET, next])
      new Webhook(secret).verify(
        received[0]?.body ?? '',
        received[0]?.headers as Record<string, string>,
      );
  });

  test('retries with backoff, and holds only that remote', async () => {
    let isAccountDone = false;
    const { url, received } = await receive((request) => {
      const { subject, data } = createEvent(request);
      isAccountDone ||= subject === 'mf-account' && data.action === 'unlock';
      return subject === REMOTE && !isAccountDone ? 503 : 204;
    });
    await deliver(url, { ...quick, backoffMs: Array(200).fill(50) });
    await change(REMOTE, 2);
    await change('mf-account', 2);
    const last = () => getActions(received).at(-1);
    await expect.poll(last, { timeout: 20_000 }).toBe(`${REMOTE} unlock`);
    const own = received.filter((request) => createEvent(request).subject === REMOTE);
    const actions = own.map((request) => createEvent(request).data.action);
    expect(actions.lastIndexOf('lock')).toBe(actions.length - 2);
    const ids = own.slice(0, -1).map(({ headers }) => headers['webhook-id']);
    expect(ids.length).toBeGreaterThan(1);
    expect(new Set(ids).size).toBe(1);
    expect(getActions(received).filter((action) => action.startsWith('mf-account'))).toEqual([
      'mf-account lock',
      'mf-account unlock',
    ]);
  });

  test('waits as long as the receiver asks', async () => {
    const times: number[] = [];
    const { url } = await receive(() => {
      times.push(performance.now());
      return times.length > 1 ? 204 : { status: 429, headers: { 'retry-after': '1' } };
    });
    await deliver(url);
    await rollback(store, REMOTE, why);
    await expect.poll(() => times.length, { timeout: 4000 }).toBe(2);
    expect((times[1] ?? 0) - (times[0] ?? 0)).toBeGreaterThan(900);
  });

  test('logs the first failed attempt of an event', async () => {
    let attempts = 0;
    const { url } = await receive(() => (++attempts > 2 ? 204 : 503));
    await deliver(url);
    await rollback(store, REMOTE, why);
    await expect.poll(() => attempts).toBe(3);
    const failures = lines.filter((line) => line.includes('failed, retrying'));
    expect(failures).toEqual([expect.stringMatching(/^sending event \S+ to webhook .*503/)]);
  });

  test.each([403, 429])('waits for the reset of a rate limit that answers %i', async (status) => {
    const times: number[] = [];
    const { url } = await receive(() => {
      times.push(performance.now());
      if (times.length > 2) return 204;
      const reset = Math.ceil(Date.now() / 1000) + (times.length > 1 ? 1 : -1);
      return {
        status,
        headers: { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(reset) },
      };
    });
    await deliver(url);
    await rollback(store, REMOTE, why);
    await expect.poll(() => times.length, { timeout: 8000 }).toBe(3);
    expect((times[2] ?? 0) - (times[1] ?? 0)).toBeGreaterThan(900);
    expect(await listUndelivered(store)).toEqual([]);
  });

  test('keeps changes that are too old to announce as dead letters', async () => {
    const { url, received } = await receive();
    await (await deliver(url)).close();
    vi.setSystemTime(Date.now() - 73 * 3_600_000);
    await lock(store, REMOTE, { ...why, who: 'kim' });
    vi.useRealTimers();
    await unlock(store, REMOTE, why);
    await deliver(url);
    await expect.poll(() => getActions(received)).toEqual([`${REMOTE} unlock`]);
    const [letter] = await listUndelivered(store);
    expect(letter).toMatchObject({ entry: { action: 'lock' }, attempts: 0 });
    expect(lines.join('\n')).toMatch(/1 event older than 72 hours not sent to webhook/);
    await resendEvents(store, { id: letter?.id ?? '' });
    await expect.poll(() => received.length).toBe(2);
  });

  test('drops events too old to send before refused ones', async () => {
    const { change: entry } = await readLive(store);
    if (!entry) throw new Error('no change');
    const add = (name: string, count: number, attempts: number, dead: OutboxDocument['dead']) => {
      const position = { live: 0, site: 0, floor: 0, previews: [] };
      const outbox = { target: 'webhook x', lease: null, position, queue: [], dead };
      const events = Array.from({ length: count }, (_, index) => ({
        id: `${name}-${index}`,
        entry,
        attempts,
      }));
      return addDead(outbox, events, { attempts, error: 'lost', at: new Date() }).dead;
    };
    const refused = add('refused', 495, 5, []);
    const dead = add('old', 20, 0, refused);
    expect(dead.map(({ id }) => id)).toEqual([
      ...refused.map(({ id }) => id),
      ...[15, 16, 17, 18, 19].map((number) => `old-${number}`),
    ]);
    const full = add('new', 10, 5, dead);
    expect([full.length, full[0]?.id, full.at(-1)?.id]).toEqual([500, 'refused-5', 'new-9']);
  });

  test('keeps what a receiver refuses, for an operator to resend', async () => {
    let status = 404;
    const { url, received } = await receive(() => status);
    await deliver(url);
    await change(REMOTE, 2);
    await expect.poll(async () => (await listUndelivered(store)).length).toBe(2);
    expect(received).toHaveLength(6);
    expect(lines.join('\n')).toMatch(
      /undeliverable to webhook 127\.0\.0\.1:\d+ \(\w{4}\) after 3 attempts: .*404/,
    );
    const [letter] = await listUndelivered(store);
    expect(letter).toMatchObject({ error: expect.stringContaining('404'), attempts: 3 });
    status = 204;
    expect((await resendEvents(store, { id: letter?.id ?? '' })).resent).toBe(1);
    await expect.poll(() => received.length).toBe(7);
    expect((await resendEvents(store, { id: 'all' })).resent).toBe(1);
    await expect.poll(() => received.length).toBe(8);
    expect(await listUndelivered(store)).toEqual([]);
    await expect(resendEvents(store, { id: 'all' })).rejects.toThrow(/no event waits/);
  });

  test.each([302, 400, 401, 404, 422, 500])('retries %i until the last attempt', async (status) => {
    const { url, received } = await receive(() => status);
    await deliver(url);
    await rollback(store, REMOTE, why);
    await expect.poll(async () => (await listUndelivered(store)).length).toBe(1);
    expect(received).toHaveLength(3);
  });

  test('gives up at once on a receiver that is gone', { tags: ['@fault-K5'] }, async () => {
    const { url, received } = await receive(() => 410);
    await deliver(url);
    await rollback(store, REMOTE, why);
    await expect.poll(async () => (await listUndelivered(store)).length).toBe(1);
    expect(received).toHaveLength(1);
  });

  test('stores no address of a receiver', async () => {
    const { url } = await receive(() => 404);
    await deliver(`${url}/a-secret-token`);
    await rollback(store, REMOTE, why);
    await expect.poll(async () => (await listUndelivered(store)).length).toBe(1);
    for (const file of await store.list('events'))
      expect((await store.read(file))?.toString()).not.toContain('a-secret-token');
  });

  test('starts a new target at the present', async () => {
    const { url, received } = await receive();
    await deliver(url);
    await sleep(200);
    expect(received).toEqual([]);
  });

  test('sends changes that were made while no server ran', async () => {
    const { url, received } = await receive();
    await (await deliver(url)).close();
    await rollback(store, REMOTE, why);
    const audit = (await store.list('audit')).filter((file) => file.includes('rollback'));
    for (const file of audit) await store.remove(file); // its writer died
    await deliver(url);
    await expect.poll(() => getActions(received)).toEqual([`${REMOTE} rollback`]);
  });

  test('sends each event once with two servers', async () => {
    const { url, received } = await receive();
    await deliver(url);
    await deliver(url);
    await change(REMOTE, 6);
    await change('mf-account', 6);
    await expect.poll(() => received.length, { timeout: 20_000 }).toBe(12);
    await sleep(300);
    const ids = received.map(({ headers }) => headers['webhook-id']);
    expect(new Set(ids).size).toBe(12);
    expect(ids).toHaveLength(12);
  });

  test('keeps its lease while a receiver is slow', async () => {
    const sent: string[] = [];
    const start = (pause: number) => {
      const target = {
        ...{ id: 'slow-1', label: 'slow' },
        async send({ data }: CloudEvent) {
          sent.push(String(data.action));
          await sleep(pause);
        },
      };
      const parts = { changes: new Changes(store), source: 'x', log: () => {}, times: quick };
      const delivery = new Delivery({ store, target, ...parts });
      closing.push(() => delivery.close());
    };
    start(2.5 * quick.leaseMs);
    await expect.poll(async () => (await readOutbox(store, 'slow-1'))?.lease).toBeTruthy();
    start(0);
    await change(REMOTE, 2);
    await expect.poll(() => sent.length, { timeout: 10_000 }).toBe(2);
    await sleep(quick.leaseMs);
    expect(sent).toEqual(['lock', 'unlock']);
  });

  test('hands over at once when a server stops', async () => {
    const { url, received } = await receive();
    const first = await deliver(url, { ...quick, leaseMs: 60_000 });
    await deliver(url, { ...quick, leaseMs: 60_000 });
    await first.close();
    await rollback(store, REMOTE, why);
    await expect.poll(() => getActions(received)).toEqual([`${REMOTE} rollback`]);
  });

  test('sends an event again that a killed server was sending', async () => {
    let isHanging = true;
    const { url, received } = await receive(() => (isHanging ? null : 204));
    const script = path.join(import.meta.dirname, 'deliver-forever.ts');
    const child = spawn(process.execPath, ['--import', 'tsx', script, folder, url, SECRET]);
    closing.push(() => child.kill('SIGKILL'));
    await expect.poll(async () => (await store.list('events')).length, { timeout: 15_000 }).toBe(1);
    await change(REMOTE, 2);
    await expect.poll(() => received.length, { timeout: 5000 }).toBe(1);
    await kill(child);
    isHanging = false;
    await deliver(url);
    await expect
      .poll(() => getActions(received), { timeout: 5000 })
      .toEqual([`${REMOTE} lock`, `${REMOTE} lock`, `${REMOTE} unlock`]);
    expect(received[0]?.headers['webhook-id']).toBe(received[1]?.headers['webhook-id']);
  });
});

async function kill(child: ChildProcess): Promise<void> {
  const exit = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await exit;
}
