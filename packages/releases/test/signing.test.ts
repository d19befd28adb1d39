import { generateKeyPairSync } from 'node:crypto';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { canonical } from '../src/documents/canonical';
import { isPublicKey, keyId, newPrivateKey, readKey, readSigningKey } from '../src/signing/keys';
import { assertSigned, createSignature } from '../src/signing/signature';
import { originProblem } from '../src/signing/trust';

const key = readSigningKey(newPrivateKey());
const stranger = readSigningKey(newPrivateKey());
const record = {
  name: 'mf-help',
  version: '1.0.0-0123456789ab',
  files: { 'web/a.js': { bytes: 3 } },
};
const signed = { ...record, signature: createSignature('release', record, { key }) };
const check = (document: object, kind: 'release' | 'site' = 'release', keys = [key.publicKey]) =>
  assertSigned({ what: 'mf-help@1', kind, document, keys });

test('returns one canonical form per value', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const reversed = JSON.parse(JSON.stringify(value), (_, inner) =>
        inner && typeof inner === 'object' && !Array.isArray(inner)
          ? Object.fromEntries(Object.entries(inner).reverse())
          : inner,
      );
      expect(canonical(reversed)).toBe(canonical(value));
      expect(JSON.parse(canonical(value))).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
  expect(canonical({ b: [1, 'é', null], a: { d: undefined, c: true } })).toBe(
    '{"a":{"c":true},"b":[1,"é",null]}',
  );
  for (const none of [Number.NaN, () => 1, undefined])
    expect(() => canonical(none)).toThrow(TypeError);
});

describe('signature', () => {
  test('ignores the order of members', () => {
    expect(check(signed)).toBe(key.id);
    expect(check(Object.fromEntries(Object.entries(signed).reverse()))).toBe(key.id);
  });

  test.each([
    [
      'a changed byte',
      { ...signed, files: { 'web/a.js': { bytes: 4 } } },
      /invalid signature of the key/,
    ],
    ['a new member', { ...signed, more: 1 }, /invalid signature of the key/],
    ['no signature', record, /is not signed/],
    [
      'a stranger’s key',
      { ...record, signature: createSignature('release', record, { key: stranger }) },
      /may not sign it/,
    ],
    [
      'a stranger who names our key',
      {
        ...record,
        signature: { ...createSignature('release', record, { key: stranger }), key: key.id },
      },
      /invalid signature/,
    ],
    [
      'the signature of another record',
      { ...record, version: '1.0.1-0123456789ab', signature: signed.signature },
      /invalid signature/,
    ],
    [
      'a signature that is not one',
      { ...record, signature: { key: key.id, value: 'AAAA' } },
      /invalid signature/,
    ],
  ])('rejects %s', (_, document, why) => {
    expect(() => check(document)).toThrow(why);
  });

  test('rejects a signature for another kind or context', () => {
    expect(() => check(signed, 'site')).toThrow(/invalid signature/);
    const pointer = { version: '1.0.0-0123456789ab' };
    const about = {
      ...pointer,
      signature: createSignature('pointer', pointer, { key, about: { remote: 'mf-help' } }),
    };
    expect(
      assertSigned({
        what: 'a pointer',
        kind: 'pointer',
        document: about,
        keys: [key.publicKey],
        about: { remote: 'mf-help' },
      }),
    ).toBe(key.id);
    expect(() =>
      assertSigned({
        what: 'a pointer',
        kind: 'pointer',
        document: about,
        keys: [key.publicKey],
        about: { remote: 'mf-booking' },
      }),
    ).toThrow(/invalid signature/);
  });
});

describe('keys', () => {
  test('derives the id from a valid public key', () => {
    expect(isPublicKey(key.publicKey)).toBe(true);
    expect(keyId(key.publicKey)).toBe(key.id);
    for (const text of [
      '',
      'ed25519:',
      'ed25519:AAAA',
      key.publicKey.slice(8),
      `${key.publicKey} `,
      key.publicKey.replace('=', ''),
    ])
      expect(isPublicKey(text), text).toBe(false);
  });

  test('names a missing key file and the command that creates one', () => {
    const file = path.join(tmpdir(), 'no-such-key.pem');
    expect(() => readKey('RELEASES_KEY', file)).toThrow(
      `RELEASES_KEY is ${file}, which does not exist; create a key with 'releases key new --out ${file}'`,
    );
    expect(() => readKey('SITE_KEY', tmpdir())).toThrow(/SITE_KEY is .* cannot be read/);
  });

  test('explains a file without a key, and a public key', () => {
    const { publicKey } = readSigningKey(newPrivateKey());
    expect(() => readKey('RELEASES_KEY', import.meta.filename)).toThrow(
      `RELEASES_KEY is ${import.meta.filename}, which is not a private key in PEM`,
    );
    expect(() => readKey('RELEASES_KEY', '-----BEGIN PRIVATE KEY-----')).toThrow(
      'RELEASES_KEY is not a private key in PEM',
    );
    expect(() => readKey('RELEASES_KEY', publicKey)).toThrow(
      "RELEASES_KEY is a public key; set it to the private one: the file that 'releases key new' wrote",
    );
  });

  test('reads PEM with real or escaped line breaks', () => {
    const pem = newPrivateKey();
    expect(readSigningKey(pem.replaceAll('\n', '\\n')).id).toBe(readSigningKey(pem).id);
    expect(() => readSigningKey('hello')).toThrow(/not a private key in PEM/);
    const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({
      type: 'pkcs8',
      format: 'pem',
    });
    expect(() => readSigningKey(rsa.toString())).toThrow(/of rsa, not ed25519/);
  });
});

test.each(['https://carry.example', 'HTTPS://CARRY.EXAMPLE/'])(
  'requires an origin in site.json of the public site %s',
  (siteUrl) => {
    expect(originProblem(null, siteUrl)).toMatch(/site\.json has no origin/);
    expect(originProblem('https://staging.example', siteUrl)).toMatch(/belongs to/);
    expect(originProblem('https://carry.example', siteUrl)).toBeNull();
  },
);
