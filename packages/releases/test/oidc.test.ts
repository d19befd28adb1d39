// Pipelines without a key, authenticated by tokens of an OpenID provider.
import { generateKeyPair, SignJWT, UnsecuredJWT } from 'jose';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { runReleases } from '../src/cli/main';
import { enter, pipelineToken } from '../src/cli/pipeline';
import { readAudit, readLive, readPreviews, readRelease, rollback, setPreview } from '../src/index';
import { HttpStoreClient } from '../src/service/http-store-client';
import { Tokens } from '../src/service/tokens';
import { newPrivateKey, readSigningKey } from '../src/signing/keys';
import { withPass } from '../src/signing/pass';
import { createSignature } from '../src/signing/signature';
import { assertPointerTrusted, SignedStore } from '../src/signing/signed-store';
import { deriveTrust, type Trust } from '../src/signing/trust';
import { account, build, numbered, owners, release } from './build';
import { Issuer } from './issuer';
import { bench, booking, operator, operators, prepareService, startService } from './service-bench';

prepareService();
const AUDIENCE = 'https://releases.example';
const server = readSigningKey(newPrivateKey());

let issuer: Issuer;
let other: Issuer;
let pipelines: { issuer: string; audience: string; claims: Record<string, string> }[];
let countersigners: string[];
let url: string;
beforeEach(async () => {
  issuer = await new Issuer().open();
  other = await new Issuer().open();
  pipelines = [
    { issuer: issuer.url, audience: AUDIENCE, claims: { repository: 'carry/mf-booking' } },
  ];
  countersigners = [server.publicKey];
  url = await start();
});
afterEach(() => {
  vi.unstubAllEnvs();
  issuer.close();
  other.close();
});

const trust = (): Trust =>
  deriveTrust(
    {
      owners: { ...owners, 'mf-booking': { ...owners['mf-booking'], oidc: pipelines } },
      countersigners,
    },
    operators,
  );
const start = (more: Parameters<typeof startService>[0] = {}) =>
  startService({ key: server, trust, tokens: new Tokens(bench.behind, 0), ...more });

/** Returns the store of a pipeline with this token. */
async function storeWith(token: string, at = url) {
  const { behind, key, pass } = await enter(at, token, () => {});
  return new SignedStore(behind, () => withPass(trust(), pass), key);
}
/** Returns the store as a shell of this site reads it. */
const shell = () => new SignedStore(bench.behind, trust, null);
const WHO = () => `${issuer.url} repo:carry/mf-booking:ref:refs/heads/main`;

test('countersigns a release that a pipeline ships with a token', async () => {
  const store = await storeWith(await issuer.token(AUDIENCE));
  const { version, outcome } = await release(store, build());
  expect(outcome).toBe('published');
  const by = { issuer: issuer.url, subject: 'repo:carry/mf-booking:ref:refs/heads/main' };
  const record = await readRelease(shell(), 'mf-booking', version);
  expect(record?.signature).toMatchObject({ key: server.id, by });
  const live = await readLive(bench.behind);
  assertPointerTrusted('mf-booking', live, { trust: trust() });
  expect(live.remotes['mf-booking']?.order?.signature).toMatchObject({ key: server.id, by });
  const second = await release(store, numbered(2));
  await rollback(store, 'mf-booking', { why: 'worse' });
  const tomorrow = new Date(Date.now() + 86_400_000);
  await setPreview(store, {
    channel: 'pr-1',
    remote: 'mf-booking',
    version: second.version,
    expires: tomorrow,
    why: 'look',
  });
  const audit = await readAudit(bench.behind);
  expect(audit.map(({ action, who }) => `${action} ${who}`)).toEqual([
    `publish ${WHO()}`,
    `publish ${WHO()}`,
    `rollback ${WHO()}`,
    `preview ${WHO()}`,
  ]);
  await expect(release(store, build(account))).rejects.toThrow(/may not sign it/);
});

describe('token', () => {
  test.each<[string, () => Promise<string> | string, RegExp]>([
    [
      'of an issuer that nobody names',
      () => other.token(AUDIENCE),
      /no remote of this site accepts tokens from/,
    ],
    [
      'that names the issuer and is signed by another',
      () => other.token(AUDIENCE, { claims: { iss: issuer.url }, header: { kid: issuer.id } }),
      /signature verification failed/,
    ],
    ['for another audience', () => issuer.token('https://elsewhere.example'), /"aud"/],
    [
      'of another repository',
      () => issuer.token(AUDIENCE, { claims: { repository: 'carry/mf-help' } }),
      /lacks the claims/,
    ],
    [
      'whose claim is a list that holds the value',
      () => issuer.token(AUDIENCE, { claims: { repository: ['carry/mf-booking'] } }),
      /lacks the claims/,
    ],
    [
      'with an unverified email address',
      () => {
        pipelines = [{ issuer: issuer.url, audience: AUDIENCE, claims: { email: 'kim@x.io' } }];
        return issuer.token(AUDIENCE, { claims: { email: 'kim@x.io', email_verified: false } });
      },
      /lacks the claims/,
    ],
    [
      'that is over',
      () => issuer.token(AUDIENCE, { at: Date.now() - 7 * 60_000 }),
      /has expired; start the job again/,
    ],
    [
      'that is not valid yet',
      () => issuer.token(AUDIENCE, { claims: { nbf: Math.floor(Date.now() / 1000) + 120 } }),
      /"nbf" claim timestamp/,
    ],
    [
      'that was made hours ago and never ends',
      () =>
        issuer.token(AUDIENCE, {
          at: Date.now() - 2 * 3_600_000,
          claims: { exp: Math.floor(Date.now() / 1000) + 86_400 },
        }),
      /has expired/,
    ],
    [
      'without an id',
      () => issuer.token(AUDIENCE, { claims: { jti: undefined } }),
      /missing required "jti"/,
    ],
    [
      'that nobody signed',
      () => new UnsecuredJWT(issuer.payload(AUDIENCE)).encode(),
      /refused: .*alg/i,
    ],
    [
      "that is signed with the issuer's public key as a shared secret",
      async () =>
        new SignJWT(issuer.payload(AUDIENCE))
          .setProtectedHeader({ alg: 'HS256', kid: issuer.id })
          .sign(Buffer.from(await (await fetch(`${issuer.url}/keys`)).text())),
      /refused: .*alg/i,
    ],
    [
      'by a key that the issuer does not have',
      async () =>
        new SignJWT(issuer.payload(AUDIENCE))
          .setProtectedHeader({ alg: 'RS256', kid: 'another' })
          .sign((await generateKeyPair('RS256')).privateKey),
      /no applicable key/,
    ],
    ['that is not one', () => 'hello', /malformed OpenID Connect token/],
  ])('%s', async (_, token, why) => {
    await expect(storeWith(await token())).rejects.toThrow(why);
    expect(await bench.behind.list('tokens')).toEqual([]);
  });

  test('names the claims that a token does not match', async () => {
    const [first] = pipelines as [(typeof pipelines)[0]];
    const named = { repository: 'carry/mf-booking' };
    pipelines = [
      { ...first, claims: { ...named, ref: 'refs/heads/main' } },
      { ...first, claims: { ...named, ref_type: 'tag' } },
      { ...first, claims: { repository: 'carry/mf-help' } },
    ];
    const preview = { ref: 'refs/pull/7/merge', ref_type: 'branch' };
    await expect(storeWith(await issuer.token(AUDIENCE, { claims: preview }))).rejects.toThrow(
      /lacks the claims that a remote of this site requires: ref or ref_type does not match$/,
    );
    const stranger = { repository: 'carry/other', ref: 'refs/heads/main', ref_type: 'branch' };
    await expect(storeWith(await issuer.token(AUDIENCE, { claims: stranger }))).rejects.toThrow(
      /requires: repository does not match$/,
    );
  });

  test('rejects an unsupported algorithm', async () => {
    const unusual = await new Issuer('ES512').open();
    const first = pipelines[0] as (typeof pipelines)[0];
    pipelines = [{ ...first, issuer: unusual.url }];
    await expect(storeWith(await unusual.token(AUDIENCE))).rejects.toThrow(/refused: .*alg/i);
    unusual.close();
  });

  test('rejects a replayed token at every server of a store', async () => {
    const token = await issuer.token(AUDIENCE);
    await storeWith(token);
    await expect(storeWith(token)).rejects.toThrow(
      /replayed request rejected|token reuse rejected/,
    );
    await expect(storeWith(token, await start())).rejects.toThrow(
      /replayed request rejected|token reuse rejected/,
    );
  });

  test('rejects a token if its issuer is unreachable or different', async () => {
    issuer.says = { issuer: other.url };
    await expect(storeWith(await issuer.token(AUDIENCE))).rejects.toThrow(/has no valid discovery/);
    issuer.says = { jwks_uri: 'http://keys.example/keys' };
    await expect(storeWith(await issuer.token(AUDIENCE))).rejects.toThrow(/has no valid discovery/);
    issuer.says = {};
    await storeWith(await issuer.token(AUDIENCE)); // it recovers
  });

  test.each(['/keys', '/.well-known/openid-configuration'])(
    'limits an endless response of the issuer at %s',
    async (path) => {
      issuer.endless = path;
      await expect(storeWith(await issuer.token(AUDIENCE))).rejects.toThrow(
        /the keys of .* cannot be read|has no valid discovery document/,
      );
      expect(issuer.taken).toBeLessThan(8 * 1024 * 1024);
    },
  );

  test('backs off from a failing issuer', async () => {
    const at = await start({ tokens: new Tokens(bench.behind, 60_000) });
    issuer.says = { issuer: other.url };
    for (let time = 0; time < 3; time++)
      await expect(storeWith(await issuer.token(AUDIENCE), at)).rejects.toThrow(
        /no valid discovery document/,
      );
    expect(issuer.discoveries).toBe(1);
  });

  test('rejects tokens without a countersigning key', async () => {
    const bare = await start({ key: null });
    await expect(storeWith(await issuer.token(AUDIENCE), bare)).rejects.toThrow(
      /has no RELEASES_KEY/,
    );
    countersigners = [operator.publicKey];
    await expect(storeWith(await issuer.token(AUDIENCE))).rejects.toThrow(/does not list its key/);
  });
});

test('caches issuer keys and fetches a new one on demand', async () => {
  await storeWith(await issuer.token(AUDIENCE));
  await storeWith(await issuer.token(AUDIENCE));
  expect(issuer.reads).toBe(1);
  const old = await issuer.token(AUDIENCE);
  issuer.rotate();
  await storeWith(await issuer.token(AUDIENCE));
  expect(issuer.reads).toBe(2);
  await expect(storeWith(old)).rejects.toThrow(/no applicable key/);
});

test('issues no pass for a token of the client of the console', async () => {
  const at = await start({ consoleClient: { issuer: issuer.url, clientId: AUDIENCE } });
  await expect(storeWith(await issuer.token(AUDIENCE), at)).rejects.toThrow(/accepts tokens from/);
});

test('removes expired token ids', async () => {
  await bench.behind.write('tokens/1000-0123.json', Buffer.from('{}'));
  await storeWith(await issuer.token(AUDIENCE));
  expect(await bench.behind.list('tokens')).toEqual([
    expect.stringMatching(/^tokens\/\d{10}-[a-f0-9]{64}\.json$/),
  ]);
});

describe('pass', () => {
  test('accepts a pass only with its key', async () => {
    const { behind, pass } = await enter(url, await issuer.token(AUDIENCE), () => {});
    const given = (behind as unknown as { pass: string }).pass;
    const thief = readSigningKey(newPrivateKey());
    await expect(new HttpStoreClient(url, thief, given).list('')).rejects.toThrow(/unknown key/);
    const forged = Buffer.from(JSON.stringify({ ...pass, key: thief.publicKey })).toString(
      'base64url',
    );
    await expect(new HttpStoreClient(url, thief, forged).list('')).rejects.toThrow(
      /has an invalid signature of the key/,
    );
    const unsigned = {
      ...pass,
      key: thief.publicKey,
      signature: createSignature('pass', { ...pass, key: thief.publicKey }, { key: thief }),
    };
    const own = Buffer.from(JSON.stringify(unsigned)).toString('base64url');
    await expect(new HttpStoreClient(url, thief, own).list('')).rejects.toThrow(/may not sign it/);
  });

  test('outlasts the longest wait of a release', async () => {
    onTestFinished(() => void vi.useRealTimers());
    const wait = (minutes: number) => vi.setSystemTime(Date.now() + minutes * 60_000);
    const full = await start({
      async tryCandidate(checked) {
        await checked;
        wait(8 * 4); // the queue has eight places, of at most four minutes each
      },
    });
    const store = await storeWith(await issuer.token(AUDIENCE), full);
    wait(15); // for a place
    const target = { channel: 'pr-1', expires: new Date(Date.now() + 86_400_000) };
    const { version } = await release(store, build(), { target });
    const previews = await readPreviews(bench.behind, 'pr-1');
    expect(previews?.remotes['mf-booking']).toMatchObject({ version });
  });

  test('expires after an hour or when the owner removes the pipeline', async () => {
    let now = new Date();
    const slow = await start({ now: () => now });
    const store = await storeWith(await issuer.token(AUDIENCE), slow);
    expect(await store.list('mf-')).toEqual([]);
    now = new Date(Date.now() + 61 * 60_000);
    vi.setSystemTime(now);
    await expect(store.list('mf-')).rejects.toThrow(/expired at/);
    vi.useRealTimers();
    const second = await storeWith(await issuer.token(AUDIENCE));
    pipelines = [
      { ...(pipelines[0] as (typeof pipelines)[0]), claims: { ref: 'refs/heads/main' } },
    ];
    await expect(release(second, build())).rejects.toThrow(/may not sign it/);
  });
});

test('rejects a countersignature without a listed pipeline', async () => {
  const { version } = await release(await storeWith(await issuer.token(AUDIENCE)), build());
  const file = `mf-booking/${version}/release.json`;
  const text = (await bench.behind.read(file))?.toString() ?? '';
  const record = JSON.parse(text) as { signature: { by?: object } };
  const changed = async (signature: object) => {
    await bench.behind.write(file, Buffer.from(JSON.stringify({ ...record, signature })));
    return readRelease(shell(), 'mf-booking', version);
  };
  const { by, ...nameless } = record.signature;
  await expect(changed(nameless)).rejects.toThrow(/may not sign it/);
  await expect(changed({ ...nameless, by: { ...by, subject: 'somebody' } })).rejects.toThrow(
    /has an invalid signature of the key/,
  );
  await expect(changed(createSignature('release', record, { key: server }))).rejects.toThrow(
    /may not sign it/,
  );
  await expect(
    changed(
      createSignature('release', record, {
        key: booking,
        by: { issuer: issuer.url, subject: 'me' },
      }),
    ),
  ).rejects.toThrow(/may not sign it/);
  expect(await changed(record.signature)).toMatchObject({ version });
  pipelines = [];
  await expect(readRelease(shell(), 'mf-booking', version)).rejects.toThrow(
    /may not ship mf-booking/,
  );
});

test('reads the token from the environment or from GitHub', async () => {
  vi.stubEnv('CARRY_OIDC_TOKEN', '');
  vi.stubEnv('ACTIONS_ID_TOKEN_REQUEST_URL', `${other.url}/token?api-version=2`);
  vi.stubEnv('ACTIONS_ID_TOKEN_REQUEST_TOKEN', 'secret');
  const real = globalThis.fetch;
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (input: string | URL, init: RequestInit) => {
    if (!String(input).startsWith(other.url)) return real(input, init);
    asked.push(`${input} ${new Headers(init.headers).get('authorization')}`);
    return Response.json({ value: 'theirs' });
  });
  expect(await pipelineToken('https://releases.example/x')).toBe('theirs');
  expect(asked).toEqual([
    `${other.url}/token?api-version=2&audience=https%3A%2F%2Freleases.example bearer secret`,
  ]);
  vi.stubEnv('CARRY_OIDC_TOKEN', await issuer.token(AUDIENCE));
  const { version } = await release(await storeWith(await issuer.token(AUDIENCE)), build());
  await release(await storeWith(await issuer.token(AUDIENCE)), numbered(2));
  vi.stubEnv('RELEASES_TRUST', operator.publicKey);
  const site = {
    schema: 1,
    revision: 2,
    owners: { ...owners, 'mf-booking': { ...owners['mf-booking'], oidc: pipelines } },
    countersigners,
  };
  await bench.behind.write(
    'site.json',
    Buffer.from(
      JSON.stringify({ ...site, signature: createSignature('site', site, { key: operator }) }),
    ),
  );
  const lines: string[] = [];
  const code = await runReleases(
    ['rollback', 'mf-booking', '--to', url],
    { defaultStore: 'none', siteUrl: 'http://localhost:3000', previewSecret: '' },
    { out: (text) => void lines.push(text), err: (text) => void lines.push(text), screen: null },
  );
  expect([code, lines.join('\n')]).toEqual([0, expect.stringContaining(version)]);
});
