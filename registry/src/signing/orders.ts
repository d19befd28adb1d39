import type { LivePointer, Order, Signature } from '@carry/contracts/release';
import { versionBefore } from '../pointers/line';
import type { SigningKey } from './keys';
import { signatureOf, Untrusted } from './signature';
import { assertSignedFor, type Trust } from './trust';

/** A pointer whose decision a release server has signed for somebody, in the place of their own signature. */
export function countersignPointer(
  remote: string,
  pointer: LivePointer,
  key: SigningKey,
  by: Signature['by'],
): LivePointer {
  const { order } = pointer;
  if (!order) return pointer;
  return {
    ...pointer,
    order: { ...order, signature: signatureOf('pointer', order, key, { remote }, by) },
  };
}

/** A pointer with the decision that made it, signed. */
export function signPointer(
  remote: string,
  pointer: LivePointer,
  revision: number,
  key: SigningKey,
): LivePointer {
  const { version, canary } = pointer;
  const decision = {
    revision,
    version,
    before: versionBefore(pointer),
    canary: canary ? { version: canary.version, percent: canary.percent } : null,
  };
  return {
    ...pointer,
    order: { ...decision, signature: signatureOf('pointer', decision, key, { remote }) },
  };
}

/**
 * Throws {@link Untrusted} unless somebody who may has signed what a pointer says. Beside that, the shell may have taken the canary
 * back or gone back one release.
 */
export function assertOrdered(remote: string, pointer: LivePointer, trust: Trust): void {
  const what = `what is live of ${remote}`;
  const { order } = pointer;
  if (!order) throw new Untrusted(`${what} is not signed`);
  assertSignedFor(trust, remote, what, 'pointer', order, { remote });
  if (pointer.version !== order.version && !isFallBack(pointer, order))
    throw new Untrusted(
      `${what} is ${pointer.version}, which was not signed: ${order.version} was`,
    );
  if (pointer.canary && !isCanaryOf(pointer.canary, order))
    throw new Untrusted(
      `the canary of ${remote} is ${pointer.canary.version}, which is not signed`,
    );
}

const isFallBack = ({ version, fellBack, quarantine = {} }: LivePointer, order: Order) =>
  version === order.before && fellBack === true && Object.hasOwn(quarantine, order.version);

const isCanaryOf = ({ version, percent }: NonNullable<LivePointer['canary']>, { canary }: Order) =>
  canary?.version === version && (percent === 0 || percent === canary.percent);
