import { isDeepStrictEqual } from 'node:util';
import type { FreezeWindow, SiteDocument } from '@carry/contracts/site';
import { ReleaseRefused } from '../errors/errors';
import type { Store } from '../stores/store';
import { changeSite, type Reason, readSite } from './site';

type Frozen = Pick<SiteDocument, 'owners' | 'freezes'>;

/** Returns the freeze window of a remote or of the whole site that is open now and ends last, or null. */
export function findFreeze(
  site: Frozen | null,
  remote: string,
  now = Date.now(),
): FreezeWindow | null {
  const windows = [...(site?.freezes ?? []), ...(site?.owners[remote]?.freezes ?? [])];
  const isOpen = ({ from, until }: FreezeWindow) =>
    Date.parse(from) <= now && now < Date.parse(until);
  const byEnd = (a: FreezeWindow, b: FreezeWindow) => Date.parse(b.until) - Date.parse(a.until);
  return windows.filter(isOpen).sort(byEnd)[0] ?? null;
}

export const describeFreeze = ({ until, why }: FreezeWindow): string =>
  `frozen until ${until}${why ? `: ${why}` : ''}`;

export async function assertNotFrozen(store: Store, remote: string): Promise<void> {
  const freeze = findFreeze(await readSite(store), remote);
  if (freeze) throw new ReleaseRefused(`rollouts of ${remote} are ${describeFreeze(freeze)}`);
}

type Change = (windows: readonly FreezeWindow[]) => FreezeWindow[];

const changeFreezes = (
  store: Store,
  remote: string | undefined,
  { change, ...reason }: Reason & { change: Change },
): Promise<SiteDocument> =>
  changeSite(store, {
    ...reason,
    remote: remote ?? 'site',
    next({ owners, freezes: all = [] }) {
      const owner = remote ? owners[remote] : undefined;
      if (remote && !owner)
        throw new ReleaseRefused(`${remote} owns no path; add an owner with 'releases owner add'`);
      const before = owner ? (owner.freezes ?? []) : all;
      const freezes = change(before);
      if (isDeepStrictEqual(freezes, before)) return null;
      return remote && owner
        ? { owners: { ...owners, [remote]: { ...owner, freezes } } }
        : { freezes };
    },
  });

export const addFreeze = (
  store: Store,
  remote: string | undefined,
  { window, ...reason }: Reason & { window: FreezeWindow },
): Promise<SiteDocument> =>
  changeFreezes(store, remote, {
    ...reason,
    change: (windows) => [...windows.filter(({ until }) => Date.parse(until) > Date.now()), window],
  });

/** Ends all freezes of one remote or of the whole site, or only the one with this end. Throws {@link ReleaseRefused} if none has it. */
export const removeFreezes = (
  store: Store,
  remote: string | undefined,
  { until, ...reason }: Reason & { until?: string | undefined },
): Promise<SiteDocument> =>
  changeFreezes(store, remote, {
    ...reason,
    change(windows) {
      if (until === undefined) return [];
      const isOther = (window: FreezeWindow) => Date.parse(window.until) !== Date.parse(until);
      const rest = windows.filter(isOther);
      if (rest.length < windows.length) return rest;
      const ends = windows.map((window) => window.until).join(', ') || 'none';
      throw new ReleaseRefused(`no freeze ends at ${until}; the freezes end at: ${ends}`);
    },
  });
