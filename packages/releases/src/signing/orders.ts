import type {
  LiveDocument,
  LivePointer,
  Order,
  PreviewDocument,
  Signature,
  Tombstone,
  Verdict,
} from '@carry/contracts/release';
import { canonical } from '../documents/canonical';
import { movedAlong, versionBefore } from '../documents/line';
import type { SigningKey } from './keys';
import { assertSigned, signatureOf, Untrusted } from './signature';
import { assertSignedFor, bound, keysFor, mustBeSigned, type Trust } from './trust';

type Preview = PreviewDocument['remotes'][string];

/** Returns a pointer whose decision a release server has countersigned. */
export function countersignPointer({
  remote,
  pointer,
  key,
  trust,
  by,
}: {
  remote: string;
  pointer: LivePointer;
  key: SigningKey;
  trust: Trust;
  by: Signature['by'];
}): LivePointer {
  const { order } = pointer;
  if (!order) return pointer;
  const signature = signatureOf('pointer', order, key, bound(trust, { remote }), by);
  return { ...pointer, order: { ...order, signature } };
}

/** Returns a pointer with its signed decision. */
export function signPointer(
  remote: string,
  pointer: LivePointer,
  revision: number,
  key: SigningKey,
  trust: Trust,
): LivePointer {
  const { version, canary, lock, rolledBack, quarantine = {} } = pointer;
  const verdicts = Object.entries(quarantine).map(
    ([failing, { who, at, why }]) => [failing, { who, at, why }] as const,
  );
  const decision = {
    revision,
    version,
    before: versionBefore(pointer),
    canary: canary ? { version: canary.version, percent: canary.percent } : null,
    ...(lock && { lock }),
    ...(rolledBack && { rolledBack }),
    ...(verdicts.length > 0 && { quarantine: Object.fromEntries(verdicts) }),
  };
  const signature = signatureOf('pointer', decision, key, bound(trust, { remote }));
  return { ...pointer, order: { ...decision, signature } };
}

/** Returns a pointer with a signature on each unsigned verdict that its order does not repeat. */
export function signVerdicts(
  remote: string,
  pointer: LivePointer,
  revision: number,
  key: SigningKey,
  trust: Trust,
): LivePointer {
  const sign = (version: string, { who, at, why }: Verdict): Verdict => {
    const verdict = { who, at, why, revision };
    const about = bound(trust, { remote, version });
    return { ...verdict, signature: signatureOf('verdict', verdict, key, about) };
  };
  const entries = Object.entries(pointer.quarantine ?? {}).map(([version, verdict]) => {
    const isRepeated = Object.hasOwn(pointer.order?.quarantine ?? {}, version);
    return [version, verdict.signature || isRepeated ? verdict : sign(version, verdict)] as const;
  });
  return { ...pointer, quarantine: Object.fromEntries(entries) };
}

/** Returns signed proof that a remote was retired. */
export function signTombstone({
  remote,
  revision,
  key,
  trust,
  by,
}: {
  remote: string;
  revision: number;
  key: SigningKey;
  trust: Trust;
  by?: Signature['by'] | undefined;
}): Tombstone {
  const about = bound(trust, { remote });
  return { revision, signature: signatureOf('tombstone', { revision }, key, about, by) };
}

/** Returns a preview with its signature, which covers remote and channel. */
export function signPreviewEntry({
  remote,
  channel,
  preview: { version, expires },
  key,
  trust,
  by,
}: {
  remote: string;
  channel: string;
  preview: Preview;
  key: SigningKey;
  trust: Trust;
  by?: Signature['by'] | undefined;
}): Preview {
  const preview = { version, expires };
  const about = bound(trust, { remote, channel });
  return { ...preview, signature: signatureOf('preview', preview, key, about, by) };
}

/** Throws {@link Untrusted} unless a trusted key signed the preview of a signed remote. */
export function assertPreviewTrusted(
  remote: string,
  channel: string,
  preview: Preview,
  trust: Trust,
): void {
  if (!mustBeSigned(trust, remote)) return;
  const what = `the preview ${channel} of ${remote}`;
  assertSignedFor({
    trust,
    remote,
    what,
    kind: 'preview',
    document: preview,
    about: { remote, channel },
  });
}

/** Throws {@link Untrusted} unless a trusted key signed the removal of a signed remote after `knownRevision`. */
export function assertRetired(
  remote: string,
  { retired, revision }: LiveDocument,
  trust: Trust,
  knownRevision = 0,
): void {
  const what = `the removal of ${remote}`;
  const tombstone = retired?.[remote];
  if (!tombstone) throw new Untrusted(`${what} is not signed`);
  assertSignedFor({
    trust,
    remote,
    what,
    kind: 'tombstone',
    document: tombstone,
    about: { remote },
  });
  if (tombstone.revision <= knownRevision || tombstone.revision > revision)
    throw new Untrusted(
      `${what} was signed for revision ${tombstone.revision}, which is not after ${knownRevision} and up to ${revision}`,
    );
}

/** Trusted part of a pointer, and the parts ignored because they are unsigned. */
export interface TrustedPointer {
  pointer: LivePointer;
  ignored: string[];
}

/**
 * Returns the trusted part of a signed pointer: its order, and the signed verdicts of sites. Throws {@link Untrusted} if it names a
 * release outside its order.
 */
export function readOrder(remote: string, pointer: LivePointer, trust: Trust): TrustedPointer {
  const what = `the live pointer of ${remote}`;
  const { order } = pointer;
  if (!order) throw new Untrusted(`${what} is not signed`);
  assertSignedFor({ trust, remote, what, kind: 'pointer', document: order, about: { remote } });
  const ignored: string[] = [];
  const quarantine = verdictsInForce({ remote, pointer, order, trust, ignored });
  const placed = orderedPlace({ remote, pointer, order, quarantine, ignored });
  const canary = orderedCanary({ remote, livePointer: pointer, order, quarantine, ignored });
  if (canonical(pointer.lock ?? null) !== canonical(order.lock ?? null))
    ignored.push(`the lock of ${remote} differs from the signed one`);
  const rolledBack = order.rolledBack || Object.hasOwn(quarantine, order.version) || undefined;
  return {
    pointer: {
      ...placed,
      canary,
      lock: order.lock,
      rolledBack,
      quarantine: Object.keys(quarantine).length > 0 ? quarantine : undefined,
    },
    ignored,
  };
}

/** Returns the verdicts that the order repeats, and those signed since. */
function verdictsInForce({
  remote,
  pointer,
  order,
  trust,
  ignored,
}: {
  remote: string;
  pointer: LivePointer;
  order: Order;
  trust: Trust;
  ignored: string[];
}): Record<string, Verdict> {
  const inForce: Record<string, Verdict> = { ...order.quarantine };
  for (const [version, verdict] of Object.entries(pointer.quarantine ?? {})) {
    if (Object.hasOwn(inForce, version)) continue;
    try {
      assertVerdict({ remote, version, verdict, order, trust });
      inForce[version] = verdict;
    } catch (error) {
      ignored.push((error as Error).message);
    }
  }
  return inForce;
}

function assertVerdict({
  remote,
  version,
  verdict: { signature, ...verdict },
  order,
  trust,
}: {
  remote: string;
  version: string;
  verdict: Verdict;
  order: Order;
  trust: Trust;
}): void {
  const what = `the verdict on ${remote}@${version}`;
  const keys = [...trust.siteKeys, ...keysFor(trust, remote)];
  const about = bound(trust, { remote, version });
  assertSigned({
    what,
    kind: 'verdict',
    document: { ...verdict, ...(signature && { signature }) },
    keys,
    about,
  });
  if ((verdict.revision ?? 0) <= order.revision)
    throw new Untrusted(`${what} is older than the order of revision ${order.revision}`);
}

/** Returns the pointer at the ordered release, or at the previous one if a valid verdict rolled it back. */
function orderedPlace({
  remote,
  pointer,
  order,
  quarantine,
  ignored,
}: {
  remote: string;
  pointer: LivePointer;
  order: Order;
  quarantine: Record<string, Verdict>;
  ignored: string[];
}): LivePointer {
  const { version, rolledBack } = pointer;
  if (version === order.version) return pointer;
  if (version !== order.before || rolledBack !== true)
    throw new Untrusted(
      `the live pointer of ${remote} is ${version}, but ${order.version} was signed`,
    );
  if (Object.hasOwn(quarantine, order.version)) return pointer;
  ignored.push(`the rollback of ${remote} to ${version} has no signed verdict`);
  return movedAlong(pointer, order.version);
}

/** Returns the ordered canary, at 0 percent if a valid verdict aborted it. */
function orderedCanary({
  remote,
  livePointer: { canary },
  order: { canary: ordered },
  quarantine,
  ignored,
}: {
  remote: string;
  livePointer: LivePointer;
  order: Order;
  quarantine: Record<string, Verdict>;
  ignored: string[];
}): LivePointer['canary'] {
  if (canary && canary.version !== ordered?.version)
    throw new Untrusted(`the canary of ${remote} is ${canary.version}, which is not signed`);
  if (canary?.percent === ordered?.percent) return canary;
  const { version, percent } = ordered as NonNullable<Order['canary']>;
  if (canary?.percent === 0 && Object.hasOwn(quarantine, version)) return canary;
  if (canary && canary.percent > 0)
    throw new Untrusted(
      `the canary of ${remote} goes to ${canary.percent} %, which is not signed: ${percent} % is`,
    );
  ignored.push(`the end of the canary of ${remote} has no signed verdict`);
  return { version, percent, takenBack: false };
}
