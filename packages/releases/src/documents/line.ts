import { type LivePointer, MAX_HISTORY } from '@carry/contracts/release';

/** Whether a release was found failing and no person has lifted that. */
export const isQuarantined = (pointer: LivePointer | undefined, version: string): boolean =>
  Object.hasOwn(pointer?.quarantine ?? {}, version);

/** The release to serve to all: the live one, or while that is in quarantine the newest of its history that is not. */
export const servedVersion = (pointer: LivePointer): string | null =>
  [pointer.version, ...pointer.history].find((version) => !isQuarantined(pointer, version)) ?? null;

/** Where the next step back goes: the newest release of the history that is not in quarantine. */
export const versionBefore = (pointer: LivePointer): string | null =>
  pointer.history.find((version) => !isQuarantined(pointer, version)) ?? null;

/** The pointer with a new live release; all that it knew of comes behind it. */
export function appended(pointer: LivePointer | undefined, version: string): LivePointer {
  if (!pointer) return { version, history: [] };
  const known = [pointer.version, ...pointer.history, ...(pointer.ahead ?? [])].filter(
    (other) => other !== version,
  );
  const canary = pointer.canary?.version === version ? undefined : pointer.canary;
  return { ...pointer, version, history: known.slice(0, MAX_HISTORY), ahead: undefined, canary };
}

/** The pointer at another place of its line, back or forward; a release that is not on it is put below the live one. */
export function movedAlong(pointer: LivePointer, target: string): LivePointer {
  const { version, history, ahead = [] } = pointer;
  const line = [...history].reverse().concat(version, ahead);
  if (!line.includes(target)) line.splice(history.length, 0, target);
  const at = line.indexOf(target);
  const left = line.slice(at + 1).slice(-MAX_HISTORY);
  return {
    ...pointer,
    version: target,
    history: line.slice(0, at).reverse().slice(0, MAX_HISTORY),
    ahead: left.length > 0 ? left : undefined,
  };
}
