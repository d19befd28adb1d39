import type { ReleaseRecord } from '@carry/contracts/release';
import type { RemoteFlags } from '../../universal/page/boot';
import type { Composition } from '../composition/composition';
import { getBucket } from '../http/visitor';

/** Shares of the visitors in percent, by remote and flag. */
export type FlagShares = ReadonlyMap<string, Readonly<Record<string, number>>>;

/** Values that a reviewer chose, by `mf-booking.new-form`. */
export type FlagOverrides = ReadonlyMap<string, boolean>;

const ALL = 100;
const isShare = (percent: number) => percent > 0 && percent < ALL;

export const hasShare = (shares: FlagShares): boolean =>
  [...shares.values()].some((flags) => Object.values(flags).some(isShare));

interface Visitor {
  shares: FlagShares;
  /** Null: no flag goes to a share. */
  visitor: string | null;
  overrides: FlagOverrides;
}

export function evaluateFlags(
  { records, refs }: Pick<Composition, 'records' | 'refs'>,
  { shares, visitor, overrides }: Visitor,
): RemoteFlags {
  const getValue = (remote: string, flag: string): boolean | undefined => {
    const percent = shares.get(remote)?.[flag];
    const name = `${remote}.${flag}`;
    const chosen = overrides.get(name);
    if (chosen !== undefined || percent === undefined) return chosen;
    if (!isShare(percent)) return percent === ALL;
    return visitor !== null && getBucket(visitor, name) < percent;
  };
  const remotes = refs.flatMap(({ name: remote }) => {
    const declared = records.get(remote)?.flags;
    // a development server's flags are unknown here, so its overrides stand for all
    const names = declared ? Object.keys(declared) : getNames(overrides, remote);
    const values = names.flatMap((flag) => {
      const value = getValue(remote, flag);
      return value === undefined || value === declared?.[flag]?.default ? [] : [[flag, value]];
    });
    return values.length > 0 ? [[remote, Object.fromEntries(values)]] : [];
  });
  return Object.fromEntries(remotes);
}

export function listExposures(
  record: ReleaseRecord | null | undefined,
  shares: FlagShares,
  values: RemoteFlags,
): { flag: string; isOn: boolean }[] {
  const { name = '', flags = {} } = record ?? {};
  return Object.entries(flags)
    .filter(([flag]) => isShare(shares.get(name)?.[flag] ?? 0))
    .map(([flag, declared]) => ({ flag, isOn: values[name]?.[flag] ?? declared.default }));
}

const getNames = (overrides: FlagOverrides, remote: string) =>
  [...overrides.keys()].flatMap((name) =>
    name.startsWith(`${remote}.`) ? [name.slice(remote.length + 1)] : [],
  );
