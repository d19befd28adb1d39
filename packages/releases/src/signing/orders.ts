import type {
  Decision,
  LiveDocument,
  LivePointer,
  Order,
  PreviewDocument,
  Signature,
  Tombstone,
} from '@carry/contracts/release';
import { canonical } from '../documents/canonical';
import { movedAlong, versionBefore } from '../documents/version-history';
import type { SigningKey } from './keys';
import { assertSigned, createSignature, Untrusted } from './signature';
import { assertSignedFor, bound, keysFor, mustBeSigned, type Trust } from './trust';

type Preview = PreviewDocument['remotes'][string];
type Canary = NonNullable<LivePointer['canary']>;

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
  const signature = createSignature('pointer', order, { key, about: bound(trust, { remote }), by });
  return { ...pointer, order: { ...order, signature } };
}

interface PointerSigning {
  remote: string;
  revision: number;
  key: SigningKey;
  trust: Trust;
}

export function signPointer(
  pointer: LivePointer,
  { remote, revision, key, trust }: PointerSigning,
): LivePointer {
  const { version, canary, lock, flags, rolledBack, quarantine = {} } = pointer;
  const decisions = Object.entries(quarantine).map(
    ([failing, { who, at, why }]) => [failing, { who, at, why }] as const,
  );
  const orderedState = {
    revision,
    version,
    before: versionBefore(pointer),
    canary: canary ? orderFor(canary) : null,
    ...(lock && { lock }),
    ...(flags && { flags }),
    ...(rolledBack && { rolledBack }),
    ...(decisions.length > 0 && { quarantine: Object.fromEntries(decisions) }),
  };
  const signature = createSignature('pointer', orderedState, {
    key,
    about: bound(trust, { remote }),
  });
  return { ...pointer, order: { ...orderedState, signature } };
}

function orderFor({ version, percent, rollout }: Canary): NonNullable<Order['canary']> {
  if (!rollout) return { version, percent };
  const { revision: _, signature: __, ...plan } = rollout;
  return { version, percent, rollout: plan };
}

/** Returns a pointer with a site's signatures: on each unsigned decision that its order does not repeat, and on the step of a rollout. */
export function signAsSite(pointer: LivePointer, signing: PointerSigning): LivePointer {
  const { remote, revision, key, trust } = signing;
  const judged = signDecisions(pointer, signing);
  const { canary, order } = judged;
  const { rollout } = canary ?? {};
  if (!canary || !rollout || rollout.step === order?.canary?.rollout?.step) return judged;
  const about = bound(trust, { remote, version: canary.version });
  const progress = { step: rollout.step, revision };
  const signature = createSignature('rollout', progress, { key, about });
  return { ...judged, canary: { ...canary, rollout: { ...rollout, revision, signature } } };
}

function signDecisions(
  pointer: LivePointer,
  { remote, revision, key, trust }: PointerSigning,
): LivePointer {
  const sign = (version: string, { who, at, why }: Decision): Decision => {
    const decision = { who, at, why, revision };
    const about = bound(trust, { remote, version });
    return { ...decision, signature: createSignature('verdict', decision, { key, about }) };
  };
  const entries = Object.entries(pointer.quarantine ?? {}).map(([version, decision]) => {
    const isRepeated = Object.hasOwn(pointer.order?.quarantine ?? {}, version);
    return [
      version,
      decision.signature || isRepeated ? decision : sign(version, decision),
    ] as const;
  });
  return { ...pointer, quarantine: Object.fromEntries(entries) };
}

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
  return { revision, signature: createSignature('tombstone', { revision }, { key, about, by }) };
}

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
  return { ...preview, signature: createSignature('preview', preview, { key, about, by }) };
}

export function assertPreviewTrusted(
  preview: Preview,
  { remote, channel, trust }: { remote: string; channel: string; trust: Trust },
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
  { trust, knownRevision = 0 }: { trust: Trust; knownRevision?: number | undefined },
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

/** Returns the order of a signed pointer, and the signed decisions of sites. Throws {@link Untrusted} if it names a release outside its order. */
export function readOrder(remote: string, pointer: LivePointer, trust: Trust): TrustedPointer {
  const what = `the live pointer of ${remote}`;
  const { order } = pointer;
  if (!order) throw new Untrusted(`${what} is not signed`);
  assertSignedFor({ trust, remote, what, kind: 'pointer', document: order, about: { remote } });
  const ignored: string[] = [];
  const quarantine = decisionsInForce({ remote, pointer, order, trust, ignored });
  const placed = orderedPlace({ remote, pointer, order, quarantine, ignored });
  const context = { version: placed.version, quarantine, trust, ignored };
  const canary = findCanary(remote, pointer.canary, { order, ...context });
  if (canonical(pointer.lock ?? null) !== canonical(order.lock ?? null))
    ignored.push(`the lock of ${remote} differs from the signed one`);
  if (canonical(pointer.flags ?? null) !== canonical(order.flags ?? null))
    ignored.push(`the feature flags of ${remote} differ from the signed ones`);
  const rolledBack = order.rolledBack || Object.hasOwn(quarantine, order.version) || undefined;
  return {
    pointer: {
      ...placed,
      canary,
      lock: order.lock,
      flags: order.flags,
      rolledBack,
      quarantine: Object.keys(quarantine).length > 0 ? quarantine : undefined,
    },
    ignored,
  };
}

function decisionsInForce({
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
}): Record<string, Decision> {
  const inForce: Record<string, Decision> = { ...order.quarantine };
  for (const [version, decision] of Object.entries(pointer.quarantine ?? {})) {
    if (Object.hasOwn(inForce, version)) continue;
    try {
      assertDecision({ remote, version, decision, order, trust });
      inForce[version] = decision;
    } catch (error) {
      ignored.push((error as Error).message);
    }
  }
  return inForce;
}

function assertDecision({
  remote,
  version,
  decision: { signature, ...decision },
  order,
  trust,
}: {
  remote: string;
  version: string;
  decision: Decision;
  order: Order;
  trust: Trust;
}): void {
  const what = `the decision on ${remote}@${version}`;
  const keys = [...trust.siteKeys, ...keysFor(trust, remote)];
  const about = bound(trust, { remote, version });
  assertSigned({
    what,
    kind: 'verdict',
    document: { ...decision, ...(signature && { signature }) },
    keys,
    about,
  });
  if ((decision.revision ?? 0) <= order.revision)
    throw new Untrusted(`${what} is older than the order of revision ${order.revision}`);
}

/** Returns the pointer at the ordered release, or at the previous one if a valid decision rolled it back. */
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
  quarantine: Record<string, Decision>;
  ignored: string[];
}): LivePointer {
  const { version, rolledBack } = pointer;
  if (version === order.version) return pointer;
  if (version !== order.before || rolledBack !== true)
    throw new Untrusted(
      `the live pointer of ${remote} is ${version}, but ${order.version} was signed`,
    );
  if (Object.hasOwn(quarantine, order.version)) return pointer;
  ignored.push(`the rollback of ${remote} to ${version} has no signed decision`);
  return movedAlong(pointer, order.version);
}

interface CanaryContext {
  order: Order;
  /** The live release. A rollback to the canary ends the canary. */
  version: string;
  quarantine: Record<string, Decision>;
  trust: Trust;
  ignored: string[];
}

/** Returns the ordered canary, at the step to which sites raised it, and at 0 percent if a valid decision aborted it. */
function findCanary(
  remote: string,
  canary: LivePointer['canary'],
  { order, version, quarantine, trust, ignored }: CanaryContext,
): LivePointer['canary'] {
  const { canary: ordered } = order;
  if (canary && canary.version !== ordered?.version)
    throw new Untrusted(`the canary of ${remote} is ${canary.version}, which is not signed`);
  if (!ordered || (!canary && ordered.version === version)) return undefined;
  if (canary?.percent === 0 && Object.hasOwn(quarantine, ordered.version)) return canary;
  const unchanged: Canary = { ...ordered, takenBack: false };
  const { rollout } = canary ?? {};
  if (canary && rollout && ordered.rollout && rollout.step !== ordered.rollout.step) {
    const problem = findStepProblem(remote, { canary, order, trust });
    if (problem === null)
      return { ...canary, rollout: { ...rollout, ...ordered.rollout, step: rollout.step } };
    ignored.push(problem);
    return unchanged;
  }
  if (canary?.percent === ordered.percent) return { ...unchanged, takenBack: canary.takenBack };
  if (canary && canary.percent > 0)
    throw new Untrusted(
      `the canary of ${remote} goes to ${canary.percent} %, which is not signed: ${ordered.percent} % is`,
    );
  ignored.push(`the end of the canary of ${remote} has no signed decision`);
  return unchanged;
}

/** Returns why a step of a rollout is not valid, or null: a site or the team signed it after the order, and it has the planned share. */
function findStepProblem(
  remote: string,
  { canary, order, trust }: { canary: Canary; order: Order; trust: Trust },
): string | null {
  const { version, percent, rollout } = canary;
  const { canary: ordered, revision: orderedAt } = order;
  if (!rollout || !ordered?.rollout) return `${remote} has no rollout`;
  const what = `step ${rollout.step + 1} of the rollout of ${remote}`;
  const { step, revision, signature } = rollout;
  const keys = [...trust.siteKeys, ...keysFor(trust, remote)];
  try {
    const document = { step, revision, ...(signature && { signature }) };
    const about = bound(trust, { remote, version });
    assertSigned({ what, kind: 'rollout', document, keys, about });
  } catch (error) {
    return (error as Error).message;
  }
  if ((revision ?? 0) <= orderedAt)
    return `${what} is older than the order of revision ${orderedAt}`;
  if (ordered.rollout.paused) return `${what} was signed while the rollout was paused`;
  if (step < ordered.rollout.step) return `${what} is before the ordered one`;
  return ordered.rollout.steps[step]?.percent === percent
    ? null
    : `${what} has ${percent} %, which is not in its plan`;
}
