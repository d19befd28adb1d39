import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import type { CloudEvent } from '../src/events/cloud-event';
import { bury, changeOutbox } from '../src/events/outbox';
import { watchChanges } from '../src/events/watch-changes';
import { lock, readLive, type Store, unlock } from '../src/index';
import type { ServiceParts } from '../src/service/parts';
import type { SigningKey } from '../src/signing/keys';
import { signRequest } from '../src/signing/request';
import { account, build, release } from './build';
import {
  accounts,
  bench,
  booking,
  openStore,
  operator,
  prepareService,
  startService,
  stopServices,
  stranger,
  trust,
} from './service-bench';

prepareService();

const why = { why: 'as planned' };

/** Watches a server as a key until the test ends. */
function watch(url: string, key: SigningKey, remote?: string) {
  const stopped = new AbortController();
  const events: CloudEvent[] = [];
  const lines: string[] = [];
  const about = {
    remote,
    source: '',
    signal: stopped.signal,
    log: (line: string) => lines.push(line),
  };
  const done = (async () => {
    for await (const event of watchChanges({ store: openStore(url, key), ...about }))
      events.push(event);
  })();
  const actions = () => events.map(({ subject, data }) => `${subject} ${data.action}`);
  const stop = async () => {
    stopped.abort();
    await done;
  };
  return { actions, events, lines, done, stop };
}

async function changeTwice(store: Store, remote: string): Promise<void> {
  await lock(store, remote, { ...why, who: String(store.actor) });
  await unlock(store, remote, why);
}

describe('stream of changes', () => {
  test('sends each change as a CloudEvent, also of other writers', async () => {
    const url = await startService({ source: 'https://carry.example' });
    const store = openStore(url, booking);
    const watching = watch(url, accounts);
    const one = watch(url, accounts, 'mf-account');
    await sleep(300);
    const { version } = await release(store, build());
    await expect.poll(watching.actions).toEqual(['mf-booking publish']);
    expect(watching.events[0]).toMatchObject({
      source: 'https://carry.example',
      type: 'carry.release.published',
      data: { to: version, who: `key ${booking.id}` },
    });
    const elsewhere = await startService(); // another release server of the store
    await release(openStore(elsewhere, accounts), build(account));
    await expect.poll(watching.actions).toEqual(['mf-booking publish', 'mf-account publish']);
    await expect.poll(one.actions).toEqual(['mf-account publish']);
    await watching.stop();
    await one.stop();
  });

  test('resumes after the last event when a server stops', async () => {
    const stopping = new AbortController();
    const url = await startService({ stopping: stopping.signal });
    const store = openStore(url, booking);
    await release(store, build());
    const watching = watch(url, booking);
    await sleep(300);
    await lock(store, 'mf-booking', { ...why, who: String(store.actor) });
    await expect.poll(watching.actions).toEqual(['mf-booking lock']);
    stopping.abort();
    await sleep(100);
    await unlock(store, 'mf-booking', why);
    await expect
      .poll(() => watching.lines, { timeout: 6000 })
      .toEqual(['the release server: it is stopping; trying again']);
    stopServices();
    await startService({}, Number(new URL(url).port));
    await expect
      .poll(watching.actions, { timeout: 6000 })
      .toEqual(['mf-booking lock', 'mf-booking unlock']);
    await watching.stop();
  });

  test('ends after a HEAD request', async () => {
    const url = await startService();
    const call = (method: string) => {
      const about = { method, path: '/v1/events', audience: new URL(url).host };
      const headers = signRequest({ ...about, body: Buffer.alloc(0) }, booking);
      return fetch(`${url}/v1/events`, { method, headers });
    };
    for (let index = 0; index < 200; index++) expect((await call('HEAD')).status).toBe(200);
    const stream = await call('GET');
    expect(stream.status).toBe(200);
    await stream.body?.cancel();
  });

  test('is refused to a stranger, and ends when a key is removed', async () => {
    let current: ReturnType<ServiceParts['trust']> = trust();
    const url = await startService({ trust: () => current });
    const store = openStore(url, booking);
    await release(store, build());
    await expect(watch(url, stranger).done).rejects.toThrow(/unknown key/);
    const watching = watch(url, accounts);
    await sleep(300);
    current = { ...current, all: current.all.filter((key) => key !== accounts.publicKey) };
    await changeTwice(store, 'mf-booking');
    await expect(watching.done).rejects.toThrow(/unknown key/);
    expect(watching.events).toEqual([]);
  });
});

describe('resending over HTTP', () => {
  test('is reserved for operators', async () => {
    const url = await startService();
    await release(openStore(url, booking), build());
    const { change } = await readLive(bench.behind);
    if (!change) throw new Error('no change');
    const position = { live: 0, site: 0, floor: 0, previews: [] };
    await changeOutbox(bench.behind, 'webhook-x', () =>
      bury(
        {
          ...{ target: 'webhook x', lease: { holder: 'a server', beat: 1 }, position, dead: [] },
          queue: [{ id: 'live-1-1', entry: change, attempts: 1 }],
        },
        { id: 'live-1-1', attempts: 1, error: 'status 404', at: new Date() },
      ),
    );
    const resend = (key: SigningKey) => openStore(url, key).resendEvents?.({ id: 'all' });
    await expect(resend(booking)).rejects.toThrow(/is not an operator/);
    expect(await resend(operator)).toEqual({ resent: 1, left: [] });
    await expect(resend(operator)).rejects.toThrow(/no event waits/);
  });
});
