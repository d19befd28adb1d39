import { createHash } from 'node:crypto';
import { signature } from '@carry/contracts/release';
import { type Identity, publicKey } from '@carry/contracts/site';
import { z } from 'zod';
import { canonical } from '../documents/canonical';
import type { SigningKey } from './keys';
import { assertSigned, signatureOf, Untrusted } from './signature';
import { bound, type Trust } from './trust';

/** How long a pass may be used: as long as a build and the gates may take. */
const PASS_MS = 30 * 60_000;
const MAX_PASS = 8000;

/** What a release server gives for a pipeline's token: for half an hour, a key of that pipeline alone stands for those whom the token names. */
const pass = z.object({
  /** The public part of the key that its holder made for this one run. */
  key: publicKey,
  issuer: z.string().max(200),
  subject: z.string().min(1).max(255),
  /** The ids of what in `site.json` the token matches. */
  identities: z.array(z.string().regex(/^[a-f0-9]{32}$/)).min(1),
  expires: z.iso.datetime(),
  signature,
});
export type Pass = z.infer<typeof pass>;

/** Names one identity of `site.json`: another claim, another id. */
export const identityId = (identity: Identity): string =>
  createHash('sha256').update(canonical(identity)).digest('hex').slice(0, 32);

/** Who holds a pass, as the audit log has it. */
export const holderOf = ({ issuer, subject }: Pick<Pass, 'issuer' | 'subject'>): string =>
  `${issuer} ${subject}`;

/** A pass, signed by a release server, as it stands in a header. */
export function signPass(
  about: Omit<Pass, 'expires' | 'signature'>,
  key: SigningKey,
  trust: Trust,
  now: Date,
): string {
  const unsigned = { ...about, expires: new Date(now.getTime() + PASS_MS).toISOString() };
  const signed = { ...unsigned, signature: signatureOf('pass', unsigned, key, bound(trust)) };
  return Buffer.from(JSON.stringify(signed)).toString('base64url');
}

/** What a pass says, whoever signed it; throws {@link Untrusted} where it is not one. */
export function parsePass(text: string): Pass {
  try {
    if (text.length > MAX_PASS) throw new Error('too long');
    return pass.parse(JSON.parse(Buffer.from(text, 'base64url').toString()));
  } catch (cause) {
    throw new Untrusted('this is not a pass of a release server', { cause });
  }
}

/** Reads a pass that a release server of this site has given; throws {@link Untrusted} where none has, or it is over. */
export function readPass(text: string, trust: Trust, now: Date): Pass {
  const read = parsePass(text);
  assertSigned('the pass', 'pass', read, trust.countersigners, bound(trust));
  if (now.getTime() >= Date.parse(read.expires))
    throw new Untrusted(`the pass of ${holderOf(read)} ended at ${read.expires}; start again`);
  return read;
}

/** Who may sign while a pass holds: its key counts as one of the team's, wherever `site.json` still names what its token had. */
export function withPass(trust: Trust, { key, identities }: Pass): Trust {
  const covers = (remote: string) =>
    trust.identities(remote).some((identity) => identities.includes(identityId(identity)));
  return {
    ...trust,
    teamKeys: (remote) => [...trust.teamKeys(remote), ...(covers(remote) ? [key] : [])],
    all: [...trust.all, key],
  };
}
