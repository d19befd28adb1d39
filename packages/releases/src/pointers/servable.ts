import type { LiveDocument, LivePointer } from '@carry/contracts/release';
import { checkCompatible, type LiveContext } from '../checks/compatible';
import { isQuarantined } from '../documents/version-history';
import { ReleaseConflict, ReleaseRefused } from '../errors/errors';
import { Distrusted } from '../signing/signature';
import type { Store } from '../stores/store';
import { liveRecords, readRelease, readServable } from './live';
import { getServes } from './serves';
import { readSite } from './site';

export function assertUnlocked(remote: string, pointer: LivePointer | undefined): void {
  if (!pointer?.lock) return;
  const { who, why } = pointer.lock;
  throw new ReleaseConflict(
    `${remote} is locked by ${who} (${why}); run 'releases unlock ${remote}' once it may change again`,
  );
}

/** Refuses a release in quarantine; only `lift` ends that. */
export function assertNotQuarantined(
  remote: string,
  pointer: LivePointer | undefined,
  version: string,
): void {
  const decision = isQuarantined(pointer, version) && pointer?.quarantine?.[version];
  if (!decision) return;
  throw new ReleaseRefused(
    `${remote}@${version} has been in quarantine since ${decision.at} (${decision.why}); run 'releases lift ${remote} ${version}' once it works`,
  );
}

/** Returns the pointer without the earlier releases of removed signers, so that no rollback goes to them. */
export async function withoutDistrusted(
  store: Store,
  remote: string,
  pointer: LivePointer,
): Promise<LivePointer> {
  if (!store.assertTrusted) return pointer;
  const isTrusted = (version: string) =>
    readRelease(store, remote, version).then(
      () => true,
      (error: unknown) => !(error instanceof Distrusted),
    );
  const areTrusted = await Promise.all(pointer.history.map(isTrusted));
  return { ...pointer, history: pointer.history.filter((_, index) => areTrusted[index]) };
}

/** Returns the live pointer to sign again, without releases of removed signers; null if there is nothing to sign. Throws {@link ReleaseRefused} if sites refuse the pointer and it has settings that its order does not name. */
export async function renewPointer(
  store: Store,
  remote: string,
  { pointer, isRefused }: { pointer: LivePointer; isRefused: boolean },
): Promise<LivePointer | null> {
  if (isRefused) assertOrdered(remote, pointer);
  const kept = await withoutDistrusted(store, remote, isRefused ? onlyOrdered(pointer) : pointer);
  return isRefused || kept.history.length < pointer.history.length ? kept : null;
}

/** Returns the pointer without the history before its signed rollback target. */
function onlyOrdered(pointer: LivePointer): LivePointer {
  const at = pointer.history.indexOf(pointer.order?.before ?? '');
  return { ...pointer, history: at < 0 ? [] : pointer.history.slice(at) };
}

function assertOrdered(remote: string, { canary, flags, quarantine, order }: LivePointer): void {
  const flagNames = Object.keys(flags ?? {}).filter(
    (name) => flags?.[name] !== order?.flags?.[name],
  );
  const decisions = Object.keys(quarantine ?? {}).filter(
    (version) => !Object.hasOwn(order?.quarantine ?? {}, version),
  );
  const unsigned = [
    ...(canary && canary.percent > 0
      ? [`the canary ${canary.version} at ${canary.percent} %`]
      : []),
    ...flagNames.map((name) => `the feature flag ${name}`),
    ...decisions.map((version) => `the quarantine of ${version}`),
  ];
  if (unsigned.length === 0) return;
  throw new ReleaseRefused(
    `the live pointer of ${remote} has no trusted signature for ${unsigned.join(', ')}; end the canary if you did not start it, then run 'releases sign ${remote}' at the store to sign the rest`,
  );
}

/** Returns the record of a stored release that is compatible with the live ones. Throws {@link ReleaseRefused} otherwise. */
export async function assertServable({
  store,
  remote,
  version,
  live,
  provided,
}: {
  store: Store;
  remote: string;
  version: string;
  live: LiveDocument;
  provided?: Record<string, string> | undefined;
}): Promise<void> {
  const record = await readRelease(store, remote, version);
  if (!record)
    throw new ReleaseRefused(
      `${remote}@${version} is not in the store; see 'releases list ${remote}'`,
    );
  const context = await readLiveContext({ store, remote, live, provided });
  const mayLackSlots = live.remotes[remote]?.history.includes(version) ?? false;
  checkCompatible(record, { ...context, mayLackSlots });
}

/** Returns the context for compatibility checks. `provided` overrides the site's shared modules. */
export async function readLiveContext({
  store,
  remote,
  live,
  provided,
}: {
  store: Store;
  remote: string;
  live: LiveDocument;
  provided?: Record<string, string> | undefined;
}): Promise<LiveContext> {
  const site = await readSite(store);
  const serves = getServes(site);
  const version = live.remotes[remote]?.version;
  return {
    live: await liveRecords(store, live, remote),
    current: version ? await readServable(store, remote, version) : null,
    owners: site?.owners ?? {},
    serves: provided ? { ...serves, shared: provided } : serves,
  };
}
