import { type LivePointer, MAX_HISTORY } from '@carry/contracts/release';

/** Returns true until a person lifts the quarantine. */
export const isQuarantined = (pointer: LivePointer | undefined, version: string): boolean =>
  Object.hasOwn(pointer?.quarantine ?? {}, version);

/** Returns the release to serve: the live one, or while it is in quarantine the newest release of its history that is not. */
export const servedVersion = (pointer: LivePointer): string | null =>
  [pointer.version, ...pointer.history].find((version) => !isQuarantined(pointer, version)) ?? null;

/** Returns the target of a rollback: the newest release of the history that is not in quarantine. */
export const versionBefore = (pointer: LivePointer): string | null =>
  pointer.history.find((version) => !isQuarantined(pointer, version)) ?? null;

export const isCanary = (pointer: LivePointer | undefined, version: string): boolean =>
  pointer?.canary?.version === version && pointer.canary.percent > 0;

/** Returns the running canary, unless it is this release. */
export function findOtherCanary(
  pointer: LivePointer | undefined,
  version: string,
): LivePointer['canary'] {
  const { canary } = pointer ?? {};
  return canary && canary.percent > 0 && canary.version !== version ? canary : undefined;
}

const otherCanary = ({ canary }: LivePointer, version: string): LivePointer['canary'] =>
  canary?.version === version ? undefined : canary;

export function appended(pointer: LivePointer | undefined, version: string): LivePointer {
  if (!pointer) return { version, history: [] };
  const versions = [pointer.version, ...pointer.history, ...(pointer.ahead ?? [])].filter(
    (other) => other !== version,
  );
  const history = versions.slice(0, MAX_HISTORY);
  return { ...pointer, version, history, ahead: undefined, canary: otherCanary(pointer, version) };
}

/** Returns the pointer at another release of its history, back or forward; an unlisted release is put below the live one. */
export function movedAlong(pointer: LivePointer, target: string): LivePointer {
  const { version, history, ahead = [] } = pointer;
  const line = [...history].reverse().concat(version, ahead);
  if (!line.includes(target)) line.splice(history.length, 0, target);
  const at = line.indexOf(target);
  const newer = line.slice(at + 1).slice(-MAX_HISTORY);
  return {
    ...pointer,
    version: target,
    history: line.slice(0, at).reverse().slice(0, MAX_HISTORY),
    ahead: newer.length > 0 ? newer : undefined,
    canary: otherCanary(pointer, target),
  };
}
