import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { encode } from '../src/documents/document';
import {
  endPreview,
  extendPreview,
  findPreviewAuthor,
  parsePreview,
  ReleaseConflict,
  readLive,
  readPreviews,
  type Store,
  setPreview,
  signPreview,
  verifyPreview,
} from '../src/index';
import { auditPath, writeAudit } from '../src/pointers/live';
import { account, build, numbered, release } from './build';
import { conditionalStores, type OpenedStore } from './stores';

const secret = 'a secret of the registry';
const claim = {
  remote: 'mf-booking',
  channel: 'pr-42',
  expires: Math.floor(Date.now() / 1000) * 1000 + 60_000,
};
let opened: OpenedStore;
let store: Store;

describe.each(conditionalStores)('previews in %s', (_, open) => {
  beforeEach(async () => {
    opened = await open();
    store = opened.store;
  });
  afterEach(() => opened.close());

  test('stores several previews in a channel without going live', async () => {
    const live = await release(store, build());
    const expires = new Date(Date.now() + 60_000);
    const preview = await release(store, numbered(2), { target: { channel: 'pr-42', expires } });
    const other = await release(store, build(account), { target: { channel: 'pr-42', expires } });
    expect((await readLive(store)).remotes).toMatchObject({
      'mf-booking': { version: live.version },
    });
    expect(await readPreviews(store, 'pr-42')).toEqual({
      revision: 2,
      change: expect.objectContaining({
        remote: 'mf-account',
        action: 'preview',
        channel: 'pr-42',
      }),
      recent: [expect.objectContaining({ remote: 'mf-booking', channel: 'pr-42' })],
      remotes: {
        'mf-booking': { version: preview.version, expires: expires.toISOString() },
        'mf-account': { version: other.version, expires: expires.toISOString() },
      },
    });
    expect(await readPreviews(store, '../live')).toBeNull();
    await expect(
      setPreview(store, {
        channel: 'PR 42',
        remote: 'mf-booking',
        version: preview.version,
        expires,
        why: '',
      }),
    ).rejects.toThrow(/a channel is/);
    await expect(
      setPreview(store, {
        channel: 'pr-43',
        remote: 'mf-booking',
        version: '9.9.9-000000000000',
        expires,
        why: '',
      }),
    ).rejects.toThrow(/not in the store/);
  });

  test('keeps the newer of two publishes to a channel', async () => {
    const target = { channel: 'pr-42', expires: new Date(Date.now() + 60_000) };
    const publish = (number: number, gate = async () => {}) =>
      release(store, numbered(number), { target, gates: [gate] });
    const first = await publish(1);
    let newer = '';
    const older = publish(2, async () => {
      newer = (await publish(3)).version;
    });
    const refusal: ReleaseConflict = await older.catch((error) => error);
    expect(refusal).toBeInstanceOf(ReleaseConflict);
    expect(refusal.message).toBe(
      `the preview pr-42 of mf-booking changed to ${newer} during this publish; look at it, then publish again`,
    );
    const shown = async () => (await readPreviews(store, 'pr-42'))?.remotes['mf-booking']?.version;
    expect(await shown()).toBe(newer);
    await publish(3, async () => void (await publish(3))); // its pipeline ran twice
    await publish(1, () => endPreview(store, { ...target, remote: 'mf-booking', why: 'done' }));
    expect(await shown()).toBe(first.version);
  });

  test('extends no preview without its release', async () => {
    const expires = new Date(Date.now() + 60_000);
    const preview = { channel: 'pr-42', remote: 'mf-booking' };
    const { version } = await release(store, build(), {
      target: { channel: preview.channel, expires },
    });
    await store.remove(`mf-booking/${version}/release.json`);
    await expect(
      extendPreview(store, { ...preview, expires: new Date(Date.now() + 120_000), why: 'later' }),
    ).rejects.toThrow(
      `'releases gc' removed mf-booking@${version}; publish it again: releases publish mf-booking --channel pr-42`,
    );
    expect((await readPreviews(store, 'pr-42'))?.remotes['mf-booking']).toMatchObject({
      expires: expires.toISOString(),
    });
  });

  test('finds since when a preview shows a release, below newer previews', async () => {
    const [first, second] = ['1.0.0-aaaaaaaaaaaa', '1.0.0-bbbbbbbbbbbb'];
    let minute = 0;
    const point = async (channel: string, from: string | null, to: string): Promise<string> => {
      const at = new Date(Date.UTC(2026, 10, 28, 8, minute++)).toISOString();
      const preview = { action: 'preview', remote: 'mf-booking', channel, from, to } as const;
      await writeAudit(store, { ...preview, at, who: 'kim', why: '' });
      return at;
    };
    const since = async (version: string, channel = 'pr-42') =>
      (await findPreviewAuthor(store, { remote: 'mf-booking', channel, version }))?.at;
    await point('pr-42', null, first);
    await point('pr-42', first, second);
    const returned = await point('pr-42', second, first);
    await point('pr-42', first, first); // a later expiry
    for (let other = 0; other < 60; other++) await point(`pr-1${other}`, null, first);
    expect(await since(first)).toBe(returned);
    expect(await since('1.0.0-cccccccccccc')).toBeUndefined();
    expect(await since(first, 'pr-43')).toBeUndefined();
  });

  test('reports that older entries were not searched', async () => {
    const preview = { action: 'preview', remote: 'mf-booking', channel: 'pr-42' } as const;
    const entries = Array.from({ length: 1001 }, (_, second) => ({
      ...{ ...preview, from: null, who: 'kim', why: '' },
      at: new Date(Date.UTC(2026, 10, 28, 8, 0, second)).toISOString(),
      to: second === 0 ? '1.0.0-aaaaaaaaaaaa' : '1.0.0-bbbbbbbbbbbb',
    }));
    const files = new Map(entries.map((entry) => [auditPath(entry), encode(entry)]));
    const filled: Store = Object.assign(Object.create(store), {
      list: async () => [...files.keys()],
      read: async (path: string) => files.get(path) ?? null,
    });
    const cut: number[] = [];
    const find = (version: string) =>
      findPreviewAuthor(filled, { remote: 'mf-booking', channel: 'pr-42', version }, (searched) =>
        cut.push(searched),
      );
    expect(await find('1.0.0-bbbbbbbbbbbb')).not.toBeNull();
    expect(cut).toEqual([]);
    expect(await find('1.0.0-aaaaaaaaaaaa')).toBeNull();
    expect(cut).toEqual([1000]);
  });

  test('verifies a signed token until it expires', () => {
    const token = signPreview(secret, claim);
    expect(token).toMatch(/^mf-booking@pr-42\.[0-9a-z]+\.[\w-]{43}$/);
    expect(verifyPreview(secret, token)).toEqual(claim);
    expect(verifyPreview(secret, token, claim.expires)).toBe('expired');
  });

  test('rejects another secret, remote, channel, date or signature', () => {
    const token = signPreview(secret, claim);
    const [name = '', expiry = '', signature = ''] = token.split('.');
    for (const forged of [
      signPreview('another secret', claim),
      token.replace('mf-booking', 'mf-account'),
      token.replace('pr-42', 'pr-43'),
      `${name}.${(Number.parseInt(expiry, 36) + 1).toString(36)}.${signature}`,
      name,
      `${name}.${expiry}`,
      `${name}.${expiry}.`,
      'https://evil.example/remoteEntry.js',
      'mf-booking@https://evil.example',
      '',
    ]) {
      expect(verifyPreview(secret, forged), forged).toBe('forged');
    }
    expect(verifyPreview('', token)).toBe('forged');
  });

  test('rejects modified tokens without throwing', () => {
    const token = signPreview(secret, claim);
    fc.assert(
      fc.property(fc.nat(token.length - 1), fc.integer({ min: 33, max: 126 }), (at, code) => {
        const changed = token.slice(0, at) + String.fromCharCode(code) + token.slice(at + 1);
        // the last character of a 256-bit signature has two unused bits
        fc.pre(changed !== token && at !== token.length - 1);
        expect(verifyPreview(secret, changed)).toBe('forged');
      }),
    );
    fc.assert(fc.property(fc.string(), (text) => void parsePreview(text)));
  });

  test('rejects text around a token, and names that no remote has', () => {
    const token = signPreview(secret, claim);
    for (const malformed of [
      ...[`x${token}`, `${token}x`, ` ${token}`, `${token}.x`],
      ...['mf-1help@mine', 'mf-help@-mine', 'mf-help@', 'mf-help'],
    ])
      expect.soft(parsePreview(malformed), malformed).toBeNull();
    expect(parsePreview('mf-help@mine')).toEqual({
      ...{ remote: 'mf-help', channel: 'mine', expires: 0, signature: '' },
    });
  });
});
