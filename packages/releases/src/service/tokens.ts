import { createHash } from 'node:crypto';
import { type Identity, isIssuer } from '@carry/contracts/site';
import {
  createRemoteJWKSet,
  customFetch,
  decodeJwt,
  errors,
  type JWTPayload,
  jwtVerify,
} from 'jose';
import { z } from 'zod';
import { Untrusted } from '../signing/signature';
import type { Store } from '../stores/store';
import { getClaim } from './claims';

/** Asymmetric algorithms only: a shared secret or an unsigned token is refused. */
const ALGORITHMS = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'EdDSA',
];
const SKEW_S = 60;
/** Maximum age of a token, whatever its expiry; also the time for which used tokens are stored. */
const MAX_AGE_S = 60 * 60;
const FETCH_MS = 5000;
const KEYS_MS = 10 * 60_000;
/** Backoff before an issuer is asked again for a missing key, ms. */
const COOLDOWN_MS = 10_000;
const MAX_TOKEN = 12_000;
/** Largest discovery document or key set. */
const MAX_ANSWER_BYTES = 1024 * 1024;
const USED = 'tokens';

const discovery = z.object({ issuer: z.string(), jwks_uri: z.string().refine(isIssuer) });

export class IssuerUnreachable extends Error {
  override readonly name = 'IssuerUnreachable';
}

export interface Named {
  issuer: string;
  subject: string;
  identities: Identity[];
}

type Keys = ReturnType<typeof createRemoteJWKSet>;

/** Verifies tokens of pipelines against the keys of their issuers. Each token is valid once, across all release servers of a store. */
export class Tokens {
  private readonly keys = new Map<string, Promise<Keys>>();
  private readonly store: Store;
  private readonly cooldownMs: number;

  constructor(store: Store, cooldownMs = COOLDOWN_MS) {
    this.store = store;
    this.cooldownMs = cooldownMs;
  }

  /** Throws {@link Untrusted} for a token that matches no identity or was used before. */
  async check(token: string, identities: readonly Identity[], now: Date): Promise<Named> {
    const issuer = getIssuer(token);
    const candidates = identities.filter((identity) => identity.issuer === issuer);
    if (candidates.length === 0)
      throw new Untrusted(`no remote of this site accepts tokens from ${issuer}`);
    const payload = await this.verify(token, { issuer, candidates, now });
    const { sub: subject = '', jti = '', iat = 0, exp = 0 } = payload;
    if (!subject || subject.length > 255 || !jti)
      throw new Untrusted(`the token of ${issuer} has no subject or no id`);
    const fitting = candidates.filter((one) => findMismatches(one, payload).length === 0);
    if (fitting.length === 0)
      throw new Untrusted(
        `the token of ${subject} at ${issuer} lacks the claims that a remote of this site requires: ${describeMismatch(candidates, payload)} does not match`,
      );
    await this.remember(`${issuer}\n${jti}`, Math.min(exp, iat + MAX_AGE_S) + SKEW_S, now);
    return { issuer, subject, identities: fitting };
  }

  private async verify(
    token: string,
    { issuer, candidates, now }: { issuer: string; candidates: readonly Identity[]; now: Date },
  ): Promise<JWTPayload> {
    const keys = await this.readKeys(issuer);
    try {
      const { payload } = await jwtVerify(token, keys, {
        issuer,
        audience: candidates.map(({ audience }) => audience),
        algorithms: ALGORITHMS,
        clockTolerance: SKEW_S,
        maxTokenAge: MAX_AGE_S,
        requiredClaims: ['sub', 'exp', 'iat', 'jti'],
        currentDate: now,
      });
      return payload;
    } catch (cause) {
      if (!(cause instanceof errors.JOSEError) || cause instanceof errors.JWKSTimeout)
        throw new IssuerUnreachable(`the keys of ${issuer} cannot be read`, { cause });
      if (cause instanceof errors.JWTExpired)
        throw new Untrusted(`the token of ${issuer} has expired; start the job again`, { cause });
      throw new Untrusted(`the token of ${issuer} is refused: ${cause.message}`, { cause });
    }
  }

  private readKeys(issuer: string): Promise<Keys> {
    const cached = this.keys.get(issuer);
    if (cached) return cached;
    const fetched = this.discover(issuer);
    this.keys.set(issuer, fetched);
    // backoff: a failing issuer is not asked again with each token
    fetched.catch(() => setTimeout(() => this.keys.delete(issuer), this.cooldownMs).unref());
    return fetched;
  }

  private async discover(issuer: string): Promise<Keys> {
    try {
      const url = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
      const answer = await fetchBounded(url, {
        signal: AbortSignal.timeout(FETCH_MS),
        redirect: 'error',
      });
      const provider = discovery.parse(await answer.json());
      if (provider.issuer !== issuer)
        throw new Error(`its discovery document names the issuer ${provider.issuer}`);
      return createRemoteJWKSet(new URL(provider.jwks_uri), {
        timeoutDuration: FETCH_MS,
        cooldownDuration: this.cooldownMs,
        cacheMaxAge: KEYS_MS,
        [customFetch]: fetchBounded,
      });
    } catch (cause) {
      throw new IssuerUnreachable(`${issuer} has no valid discovery document`, { cause });
    }
  }

  private async remember(id: string, until: number, now: Date): Promise<void> {
    const name = createHash('sha256').update(id).digest('hex');
    for (const path of await this.store.list(USED))
      if (Number(/\/(\d+)-/.exec(path)?.[1]) * 1000 < now.getTime()) await this.store.remove(path);
    const path = `${USED}/${Math.ceil(until)}-${name}.json`;
    if (!(await this.store.compareAndSwap(path, null, Buffer.from('{}\n'))))
      throw new Untrusted('token reuse rejected; request a new token');
  }
}

async function fetchBounded(url: string, options: RequestInit): Promise<Response> {
  const answer = await fetch(url, options);
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of answer.body ?? []) {
    bytes += chunk.length;
    if (bytes > MAX_ANSWER_BYTES) throw new RangeError(`the response of ${url} is too large`);
    chunks.push(chunk);
  }
  return new Response(Buffer.concat(chunks), { status: answer.status });
}

function getIssuer(token: string): string {
  try {
    if (token.length > MAX_TOKEN) throw new Error('too long');
    const { iss } = decodeJwt(token);
    if (typeof iss === 'string') return iss.slice(0, 200);
  } catch {
    // rejected below, like a token without an issuer
  }
  throw new Untrusted('malformed OpenID Connect token');
}

/** Returns the names of the required claims that a token lacks or has with another value. */
const findMismatches = ({ audience, claims }: Identity, payload: JWTPayload): string[] => [
  ...([payload.aud].flat().includes(audience) ? [] : ['aud']),
  ...Object.keys(claims).filter((name) => readClaim(payload, name) !== claims[name]),
];

/** Returns the mismatches of the pipelines that a token matches best. */
function describeMismatch(candidates: readonly Identity[], payload: JWTPayload): string {
  const compared = candidates.map((one) => ({
    wrong: findMismatches(one, payload),
    size: Object.keys(one.claims).length,
  }));
  const fewest = Math.min(...compared.map(({ wrong }) => wrong.length));
  const near = compared.filter(({ wrong }) => wrong.length === fewest);
  const largest = Math.max(...near.map(({ size }) => size));
  const names = near.filter(({ size }) => size === largest).flatMap(({ wrong }) => wrong);
  return [...new Set(names)].join(' or ');
}

/** Returns a claim as text; lists and objects are ignored. */
const readClaim = (payload: JWTPayload, name: string): string | undefined => {
  const value = getClaim(payload, name);
  return ['string', 'number', 'boolean'].includes(typeof value) ? String(value) : undefined;
};
