import { beforeEach, describe, expect, test, vi } from 'vitest';
import { changeLive, encode, promote, readAudit, readLive, readRelease } from '../src/index';
import { signStored } from '../src/pointers/sign-stored';
import { addOwner, readSite, rotateKey } from '../src/pointers/site';
import { HttpStoreClient } from '../src/service/http-store-client';
import { newPrivateKey, readSigningKey, type SigningKey } from '../src/signing/keys';
import { signRequest } from '../src/signing/request';
import { SignedStore } from '../src/signing/signed-store';
import { deriveTrust } from '../src/signing/trust';
import { account, build, numbered, release } from './build';
import {
  accounts,
  bench,
  booking,
  openStore,
  operator,
  operators,
  prepareService,
  startService,
  trust,
} from './service-bench';

prepareService();

test('refuses live changes without permission', async () => {
  const url = await startService();
  const store = openStore(url, booking);
  const { version } = await release(store, build());
  const before = await bench.behind.read('live.json');
  const live = await readLive(bench.behind);
  const pointer = live.remotes['mf-booking'];
  const change = { ...live.change, at: new Date().toISOString(), action: 'promote', revision: 2 };
  const post = (next: object) =>
    new HttpStoreClient(url, booking).compareAndSwap('live.json', before, encode(next));
  const foreign = {
    revision: 2,
    remotes: { ...live.remotes, 'mf-account': { version, history: [] } },
    change: { ...change, remote: 'mf-account' },
  };
  await expect(post(foreign)).rejects.toThrow(/may not change the live pointer of mf-account/);
  await expect(post({ revision: 2, remotes: {}, change })).rejects.toThrow(
    /the removal of mf-booking is not signed/,
  );
  await expect(post({ ...live, revision: 7, change: { ...change, revision: 7 } })).rejects.toThrow(
    /must have revision 2,/,
  );
  const unsigned = { ...pointer, version: '1.2.3-000000000000', history: [version] };
  await expect(post({ revision: 2, remotes: { 'mf-booking': unsigned }, change })).rejects.toThrow(
    /was signed/,
  );
  const asCeo = changeLive(store, {
    remote: 'mf-booking',
    why: 'mine',
    who: 'ceo',
    next: (now) =>
      now ? { ...now, lock: { who: 'ceo', why: 'mine', at: new Date().toISOString() } } : null,
  });
  await expect(asCeo).rejects.toThrow(/names 'ceo' as its author/);
  const invented = changeLive(store, {
    remote: 'mf-booking',
    why: 'x',
    next: (now) => (now ? { ...now, history: ['9.9.9-000000000000'] } : null),
  });
  await expect(invented).rejects.toThrow(/has exactly one action, this one has rewrite/);
  await expect(
    promote(store, 'mf-booking', { version: '9.9.9-000000000000', why: 'x' }),
  ).rejects.toThrow(/not in the store/);
  expect(await bench.behind.read('live.json')).toEqual(before);
});

test('lets only operators change owners, effective at once', async () => {
  let site = await readSite(bench.behind);
  const url = await startService({ trust: () => deriveTrust(site, operators) });
  const why = { why: 'new' };
  const help = readSigningKey(newPrivateKey());
  const asked = { paths: ['/help'], keys: [help.publicKey] };
  await expect(
    addOwner(openStore(url, booking), 'mf-help', { owner: asked, ...why }),
  ).rejects.toThrow(/is not an operator|may not sign it/);
  await addOwner(openStore(url, operator), 'mf-help', { owner: asked, ...why });
  site = await readSite(bench.behind);
  const current = () => deriveTrust(site, operators);
  const sender = (key: SigningKey) => new SignedStore(new HttpStoreClient(url, key), current, key);
  const helpBuild = build({
    name: 'mf-help',
    routes: "[{ id: 'booking', path: '/help', Component: () => null }]",
  });
  const { version } = await release(sender(help), helpBuild);
  await rotateKey(sender(operator), 'mf-help', {
    ...{ key: accounts.publicKey, compromised: true },
    ...why,
  });
  site = await readSite(bench.behind);
  await expect(release(sender(help), helpBuild)).rejects.toThrow(/unknown key/);
  await expect(
    readRelease(new SignedStore(bench.behind, current, null), 'mf-help', version),
  ).rejects.toThrow(/may not sign it/);
  const signed = await signStored(
    { unsigned: bench.behind, signed: new SignedStore(bench.behind, current, accounts) },
    'mf-help',
    { version, why: 'intact' },
  );
  expect(signed).toEqual([version]);
  expect(
    await readRelease(new SignedStore(bench.behind, current, null), 'mf-help', version),
  ).toMatchObject({ version });
  const changes = (await readAudit(bench.behind)).map(({ action, who }) => `${action} ${who}`);
  expect(changes.filter((change) => /own|rotate/.test(change))).toEqual([
    `own key ${operator.id}`,
    `rotate-key key ${operator.id}`,
  ]);
});

test('rejects releases and pointers without a trusted signature', async () => {
  const trusted = new SignedStore(bench.behind, trust, null);
  const { version } = await release(bench.behind, build());
  await expect(readRelease(trusted, 'mf-booking', version)).rejects.toThrow(/is not signed/);
  await expect(
    promote(new SignedStore(bench.behind, trust, booking), 'mf-booking', { version, why: 'x' }),
  ).rejects.toThrow(/is not signed/);
});

test('reports a change lost in a crash with the next', async () => {
  const store = openStore(await startService(), booking);
  await release(store, build());
  const [lost = ''] = await bench.behind.list('audit');
  await bench.behind.remove(lost);
  expect(await readAudit(bench.behind)).toEqual([]);
  await release(store, numbered(2));
  expect((await readAudit(bench.behind)).map(({ revision }) => revision)).toEqual([1, 2]);
});

describe('the queue', () => {
  let go: () => void;
  let url: string;
  let steps: string[];
  const report = (step: string) => void steps.push(step);
  const countSteps = (pattern: RegExp) => steps.filter((step) => pattern.test(step)).length;
  const previewIn = (channel: string) => ({
    ...{ report, target: { channel, expires: new Date(Date.now() + 60_000) } },
  });
  const preview = (number: number) =>
    release(openStore(url, booking), numbered(number), previewIn(`pr-${number}`));
  const fill = async () => {
    const previews = [1, 2, 3].map(preview);
    await vi.waitFor(() => expect(countSteps(/^waiting for/)).toBe(2), 10_000);
    return previews;
  };
  beforeEach(async () => {
    steps = [];
    const gate = new Promise<void>((resolve) => {
      go = resolve;
    });
    url = await startService({ tryCandidate: () => gate });
  });

  test('has a place for three releases of a sender', { tags: ['@fault-bounds'] }, async () => {
    const mine = await fill();
    const { status, detail } = await post();
    expect([status, detail]).toEqual([
      429,
      expect.stringMatching(/^3 releases of .* are queued already/),
    ]);
    const theirs = release(openStore(url, accounts), build(account));
    go();
    await Promise.all([...mine, theirs]);
    const counts = steps.flatMap((step) => /^waiting for (\d)/.exec(step)?.[1] ?? []);
    expect(counts).toEqual(['1', '2', '1']); // queued senders see the progress
  });

  test('is tried again by a sender without a place', async () => {
    const real = globalThis.fetch;
    vi.stubGlobal('fetch', async (...about: Parameters<typeof fetch>) => {
      const answer = await real(...about);
      if (answer.status !== 429) return answer;
      expect(answer.headers.get('retry-after')).toBe('60');
      return new Response(answer.body, { status: 429, headers: { 'retry-after': '0.05' } });
    });
    const previews = [1, 2, 3, 4].map(preview);
    await vi.waitFor(
      () => expect(countSteps(/^waiting .* s: 3 releases of .* are queued/)).toBeGreaterThan(1),
      10_000,
    );
    go();
    const outcomes = await Promise.allSettled(previews);
    expect(outcomes.map(({ status }) => status)).toEqual(Array(4).fill('fulfilled'));
  });

  test('counts only the releases in it', async () => {
    const previews = await fill();
    for (let count = 0; count < 60; count++)
      expect((await post()).detail).toMatch(/are queued already/);
    go();
    await Promise.all(previews);
    expect((await preview(4)).version).toBeTruthy();
  });

  /** Sends a malformed release. */
  async function post(): Promise<{ status: number; detail: string }> {
    const { host: audience } = new URL(url);
    const about = { method: 'POST', path: '/v1/releases', audience, body: Buffer.from('x') };
    const headers = signRequest(about, booking);
    const answer = await fetch(url + about.path, { method: 'POST', body: 'x', headers });
    const { detail } = (await answer.json()) as { detail: string };
    return { status: answer.status, detail };
  }
});
