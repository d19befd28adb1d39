import { createHash } from 'node:crypto';
import { signature } from '@carry/contracts/release';
import { type Identity, publicKey } from '@carry/contracts/site';
import { z } from 'zod';
import { canonical } from '../documents/canonical';
import type { SigningKey } from './keys';
import { assertSigned, createSignature, Untrusted } from './signature';
import { bound, type Trust } from './trust';

/** Lifetime of a pass. A publish may wait 15 minutes for a place in the queue, and 28 for the releases ahead of it. */
export const PASS_MINUTES = 60;
const MAX_PASS = 8000;

/** Pass that a release server issues for a pipeline's token: for an hour, a temporary key acts for the identities of the token. */
const pass = z.object({
  /** Public key that its holder made for this run. */
  key: publicKey,
  issuer: z.string().max(200),
  subject: z.string().min(1).max(255),
  identities: z.array(z.string().regex(/^[a-f0-9]{32}$/)).min(1),
  expires: z.iso.datetime(),
  signature,
});
export type Pass = z.infer<typeof pass>;

/** Returns the id of an identity in `site.json`; it changes with every claim. */
export const identityId = (identity: Identity): string =>
  createHash('sha256').update(canonical(identity)).digest('hex').slice(0, 32);

export const getHolder = ({ issuer, subject }: Pick<Pass, 'issuer' | 'subject'>): string =>
  `${issuer} ${subject}`;

export function signPass({
  about,
  key,
  trust,
  now,
}: {
  about: Omit<Pass, 'expires' | 'signature'>;
  key: SigningKey;
  trust: Trust;
  now: Date;
}): string {
  const unsigned = {
    ...about,
    expires: new Date(now.getTime() + PASS_MINUTES * 60_000).toISOString(),
  };
  const signed = {
    ...unsigned,
    signature: createSignature('pass', unsigned, { key, about: bound(trust) }),
  };
  return Buffer.from(JSON.stringify(signed)).toString('base64url');
}

/** Parses a pass without verifying it. Throws {@link Untrusted} if it is malformed. */
export function parsePass(text: string): Pass {
  try {
    if (text.length > MAX_PASS) throw new Error('too long');
    return pass.parse(JSON.parse(Buffer.from(text, 'base64url').toString()));
  } catch (cause) {
    throw new Untrusted('malformed pass', { cause });
  }
}

/** Verifies a pass. Throws {@link Untrusted} if no release server of this site issued it, or if it expired. */
export function readPass(text: string, trust: Trust, now: Date): Pass {
  const read = parsePass(text);
  assertSigned({
    what: 'the pass',
    kind: 'pass',
    document: read,
    keys: trust.countersigners,
    about: bound(trust),
  });
  if (now.getTime() >= Date.parse(read.expires))
    throw new Untrusted(
      `the pass of ${getHolder(read)} expired at ${read.expires}; run the command again`,
    );
  return read;
}

/** Returns the trust with the key of a pass, for every remote whose owners list its identities. */
export function withPass(
  trust: Trust,
  { key, identities }: Pick<Pass, 'key' | 'identities'>,
): Trust {
  const covers = (remote: string) =>
    trust.identities(remote).some((identity) => identities.includes(identityId(identity)));
  return {
    ...trust,
    teamKeys: (remote) => [...trust.teamKeys(remote), ...(covers(remote) ? [key] : [])],
    all: [...trust.all, key],
  };
}
