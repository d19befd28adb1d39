import type { LivePointer, Signature } from '@carry/contracts/release';
import type { SiteDocument } from '@carry/contracts/site';
import { servedVersion } from '../documents/version-history';
import { ReleaseRefused } from '../errors/errors';
import { keyId } from '../signing/keys';
import type { Kind } from '../signing/signature';
import { acceptsPipeline, deriveTrust, type Trust } from '../signing/trust';
import type { Store } from '../stores/store';
import { readLive, readServable } from './live';

interface Removal {
  /** Remote whose signers change, or `site` for a change that concerns all remotes. */
  remote: string;
  before: SiteDocument;
  after: SiteDocument;
  /** First step of a routine change, for the message; undefined: the signers may be removed. */
  firstStep: string | undefined;
}

interface Signed {
  what: string;
  signature: Signature | undefined;
  /** Sites may sign a verdict, too. */
  kind: Extract<Kind, 'pointer' | 'release' | 'verdict'>;
}

/** Throws {@link ReleaseRefused} if a change removes the signer of a live release, a running canary or a decision of a site. What an operator signed stays trusted. */
export async function assertSignersStay(
  store: Store,
  { remote, before, after, firstStep }: Removal,
): Promise<void> {
  if (!firstStep) return;
  const stored = await readLive(store);
  const { remotes } = store.trustedLive?.(stored) ?? stored;
  const [was, is] = [deriveTrust(before, []), deriveTrust(after, [])];
  const operator = before.signature?.key;
  for (const [name, pointer] of Object.entries(remotes)) {
    if (remote !== 'site' && remote !== name) continue;
    const lost = (await listSigned(store, name, pointer)).find(
      (signed) =>
        signed.signature?.key !== operator &&
        isTrusted(signed, name, was) &&
        !isTrusted(signed, name, is),
    );
    if (lost)
      throw new ReleaseRefused(
        `${name}: ${lost.what} is signed by a key or pipeline that this removes, so sites would reject it. First ${firstStep}, or run 'releases sign ${name}' at the store with an operator's key. If it may be stolen, run the command with --compromised`,
      );
  }
}

function isTrusted({ signature, kind }: Signed, remote: string, trust: Trust): boolean {
  if (!signature) return false;
  const { key, by } = signature;
  if (by && !acceptsPipeline(trust, remote, { by, kind })) return false;
  const keys = by ? trust.countersigners : trust.teamKeys(remote);
  return [...keys, ...(kind === 'verdict' ? trust.siteKeys : [])].some((one) => keyId(one) === key);
}

async function listSigned(store: Store, remote: string, pointer: LivePointer): Promise<Signed[]> {
  const { order, canary, quarantine = {} } = pointer;
  const running = canary && canary.percent > 0 ? canary.version : null;
  const { rollout } = canary ?? {};
  const decisions = Object.entries(quarantine)
    .filter(([failing]) => !Object.hasOwn(order?.quarantine ?? {}, failing))
    .map(([, { signature }]) => signature);
  if (rollout && rollout.step !== order?.canary?.rollout?.step) decisions.push(rollout.signature);
  return [
    { what: 'its live release', kind: 'pointer', signature: order?.signature },
    {
      what: 'its live release',
      kind: 'release',
      signature: await readSignature(store, remote, servedVersion(pointer)),
    },
    { what: 'its canary', kind: 'release', signature: await readSignature(store, remote, running) },
    ...decisions.map(
      (signature): Signed => ({ what: "a site's decision", kind: 'verdict', signature }),
    ),
  ];
}

/** Returns undefined for a release that sites do not serve anyway. */
async function readSignature(
  store: Store,
  remote: string,
  version: string | null,
): Promise<Signature | undefined> {
  if (version === null) return undefined;
  return (await readServable(store, remote, version))?.signature;
}
