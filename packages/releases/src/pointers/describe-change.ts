import {
  type AuditEntry,
  type LiveDocument,
  type LivePointer,
  MAX_QUARANTINE,
  type PreviewDocument,
  type SettingChange,
} from '@carry/contracts/release';
import type { FreezeWindow, Identity, SiteDocument } from '@carry/contracts/site';
import { canonical } from '../documents/canonical';
import { movedAlong } from '../documents/version-history';

export type ChangePart = Pick<
  AuditEntry,
  'remote' | 'from' | 'to' | 'percent' | 'flag' | 'paths' | 'settings'
> & {
  /** `rewrite`: a change that no command makes. */
  action: AuditEntry['action'] | 'rewrite';
};

const same = (a: unknown, b: unknown) => canonical(a ?? null) === canonical(b ?? null);

export const changedRemotes = <T extends LiveDocument | PreviewDocument>(
  before: T,
  after: T,
): string[] =>
  [...new Set([...Object.keys(before.remotes), ...Object.keys(after.remotes)])].filter(
    (name) => !same(before.remotes[name], after.remotes[name]),
  );

/** Returns all actions of a change of the live document, by its difference, for audit entries and events: one if it is valid, none for a new signature. */
export const describeChange = (before: LiveDocument, after: LiveDocument): ChangePart[] =>
  changedRemotes(before, after).flatMap((remote) =>
    describePointer(before.remotes[remote], after.remotes[remote]).map((part) => ({
      ...part,
      remote,
    })),
  );

type PointerPart = Omit<ChangePart, 'remote'>;

function describePointer(was: LivePointer | undefined, is: LivePointer | undefined): PointerPart[] {
  if (!is) return was ? [{ action: 'retire', from: was.version, to: null }] : [];
  if (!was) {
    const { version } = is;
    const rest = describePointer({ version, history: [] }, is);
    return [{ action: 'publish', from: null, to: version }, ...rest];
  }
  const decisions = newDecisions(was, is);
  const move = describeMove(was, is, decisions);
  const canary = describeCanary(was, is, decisions);
  const explained = [...move, ...canary].flatMap(({ action, from, to }) =>
    action === 'rolled-back' ? [from] : action === 'canary-aborted' ? [to] : [],
  );
  const judged = decisions
    .filter((version) => !explained.includes(version))
    .map((to): PointerPart => ({ action: 'quarantine', from: was.version, to }));
  const quarantined = Object.keys(was.quarantine ?? {});
  const isFull = quarantined.length >= MAX_QUARANTINE && decisions.length > 0; // the oldest were evicted
  const lifted = (isFull ? [] : quarantined)
    .filter((version) => !Object.hasOwn(is.quarantine ?? {}, version))
    .map((to): PointerPart => ({ action: 'lift', from: was.version, to }));
  const settings = [...describeLock(was, is), ...describeFlags(was, is)];
  const parts = [...move, ...canary, ...judged, ...lifted, ...settings];
  return isExplained(was, is, parts)
    ? parts
    : [...parts, { action: 'rewrite', from: was.version, to: is.version }];
}

const newDecisions = (was: LivePointer, is: LivePointer): string[] =>
  Object.keys(is.quarantine ?? {}).filter(
    (version) => !Object.hasOwn(was.quarantine ?? {}, version),
  );

/** Returns true for a history that only lacks releases, such as those of removed signers. */
const isPart = (history: string[], whole: string[]): boolean =>
  same(
    history,
    whole.filter((version) => history.includes(version)),
  );

function describeMove(was: LivePointer, is: LivePointer, decisions: string[]): PointerPart[] {
  const [from, to] = [was.version, is.version];
  if (from === to) return [];
  if (is.rolledBack && decisions.includes(from)) return [{ action: 'rolled-back', from, to }];
  if (was.ahead?.includes(to)) return [{ action: 'promote', from, to }];
  const along = movedAlong(was, to);
  const isAhead =
    same(along.ahead, is.ahead) ||
    (is.ahead?.includes(from) && isPart(is.ahead, along.ahead ?? []));
  if (isAhead && isPart(is.history, along.history)) return [{ action: 'rollback', from, to }];
  const wasThere = [...was.history, ...(was.ahead ?? []), was.canary?.version].includes(to);
  return [{ action: wasThere ? 'promote' : 'publish', from, to }];
}

function describeCanary(was: LivePointer, is: LivePointer, decisions: string[]): PointerPart[] {
  if (same(was.canary, is.canary)) return [];
  const isLiveNow = !is.canary && was.version !== is.version && was.canary?.version === is.version;
  if (isLiveNow) return [];
  const from = was.version;
  if (!is.canary) return [{ action: 'canary', from, to: null, percent: 0 }];
  const { version: to, percent, takenBack } = is.canary;
  const isEnded = takenBack && percent === 0 && was.canary?.version === to;
  const isAborted = isEnded || (decisions.includes(to) && percent === 0);
  const action = isAborted ? 'canary-aborted' : describeRollout(was.canary, is.canary);
  return [{ action, from, to, percent }];
}

type Canary = NonNullable<LivePointer['canary']>;

function describeRollout(was: Canary | undefined, is: Canary): PointerPart['action'] {
  const isEnded = is.percent === 0 && was?.version === is.version && was.percent > 0;
  if (!is.rollout) return was?.rollout && isEnded ? 'rollout-abort' : 'canary';
  if (!was?.rollout || was.version !== is.version) return 'rollout';
  if (was.rollout.step !== is.rollout.step) return 'rollout-step';
  if (same(was.rollout.paused, is.rollout.paused)) return 'rollout';
  return is.rollout.paused ? 'rollout-pause' : 'rollout-resume';
}

function describeLock(was: LivePointer, is: LivePointer): PointerPart[] {
  if (same(was.lock, is.lock)) return [];
  const [from, to] = [was.version, is.version];
  return [
    ...(was.lock ? [{ action: 'unlock', from, to } as const] : []),
    ...(is.lock ? [{ action: 'lock', from, to } as const] : []),
  ];
}

function describeFlags(was: LivePointer, is: LivePointer): PointerPart[] {
  const names = new Set([...Object.keys(was.flags ?? {}), ...Object.keys(is.flags ?? {})]);
  return [...names].flatMap((flag): PointerPart[] => {
    const percent = is.flags?.[flag];
    if (percent === was.flags?.[flag]) return [];
    const share = percent === undefined ? {} : { percent };
    return [{ action: 'flag', from: was.version, to: is.version, flag, ...share }];
  });
}

function isExplained(was: LivePointer, is: LivePointer, parts: PointerPart[]): boolean {
  const isMoved = was.version !== is.version;
  const isHistoryKept =
    parts.length > 0 ? same(was.history, is.history) : isPart(is.history, was.history);
  const isLineKept = isMoved || (isHistoryKept && same(was.ahead, is.ahead));
  const areDecisionsKept = Object.entries(was.quarantine ?? {}).every(
    ([version, { who, at, why }]) => {
      const { [version]: now } = is.quarantine ?? {};
      return !now || (now.who === who && now.at === at && now.why === why);
    },
  );
  const does = (...actions: ChangePart['action'][]) =>
    parts.some(({ action }) => actions.includes(action));
  const isMarkKept =
    Boolean(was.rolledBack) === Boolean(is.rolledBack) ||
    (is.rolledBack
      ? does('rolled-back', 'quarantine')
      : does('publish', 'promote', 'rollback', 'lift'));
  return isLineKept && areDecisionsKept && isMarkKept;
}

export const describePreviewChange = (
  before: PreviewDocument,
  after: PreviewDocument,
): ChangePart[] =>
  changedRemotes(before, after).map((remote) => {
    const [was, is] = [before.remotes[remote], after.remotes[remote]];
    return {
      action: is ? 'preview' : 'preview-end',
      remote,
      from: was?.version ?? null,
      to: is?.version ?? null,
    };
  });

export function describeSiteChange(before: SiteDocument, after: SiteDocument): ChangePart[] {
  const moved = { from: null, to: null };
  const names = new Set([...Object.keys(before.owners), ...Object.keys(after.owners)]);
  const owners = [...names].flatMap((remote) =>
    describeOwner(before.owners[remote], after.owners[remote]).map((part) => ({
      ...part,
      ...moved,
      remote,
    })),
  );
  const { owners: _, revision: __, change: ___, signature: ____, audit: _____, ...was } = before;
  const { owners: _o, revision: _r, change: _c, signature: _s, audit: _a, ...is } = after;
  const keys = new Set([...Object.keys(was), ...Object.keys(is)]);
  const changed = [...keys].filter(
    (key) => !same(was[key as keyof typeof was], is[key as keyof typeof is]),
  );
  const relevant = before.revision === 0 ? changed.filter((key) => key !== 'origin') : changed;
  const actions = new Set(relevant.map(siteAction));
  if (owners.length + actions.size === 0)
    return [...describeForgottenKeys(before, after), ...describeDistrust(before, after)];
  return [
    ...owners,
    ...[...actions].map((action) => {
      const names = relevant.filter((key) => siteAction(key) === action);
      const settings = names.map((name) => describeSetting(name, was, is));
      return { action, remote: 'site', ...moved, settings } as const;
    }),
  ];
}

function describeForgottenKeys(before: SiteDocument, after: SiteDocument): ChangePart[] {
  const [was, is] = [before, after].map(({ audit }) => audit?.formerKeys ?? []);
  const forgotten = was?.filter((one) => !is?.some((other) => same(one, other))) ?? [];
  return [...new Set(forgotten.map(({ of }) => of))].map((of) => {
    const removed = forgotten.filter((one) => one.of === of).map(({ key }) => key);
    const remote = of === 'siteKeys' || of === 'countersigners' ? 'site' : of;
    const action = remote === 'site' ? siteAction(of) : 'rotate-key';
    const settings = [{ name: 'formerKeys', removed }];
    return { action, remote, from: null, to: null, settings };
  });
}

const describeDistrust = (before: SiteDocument, after: SiteDocument): ChangePart[] =>
  (after.audit?.distrustedIssuers ?? [])
    .filter((one) => !before.audit?.distrustedIssuers?.some((other) => same(one, other)))
    .map(({ issuer, of: remote }) => {
      const settings = [{ name: 'distrustedIssuers', added: [issuer] }];
      return { action: 'rotate-key', remote, from: null, to: null, settings };
    });

const siteAction = (key: string) => siteActions[key] ?? 'product';

const siteActions: Record<string, AuditEntry['action']> = {
  serves: 'serve',
  countersigners: 'countersign',
  siteKeys: 'site-keys',
  origin: 'sign',
};

/** Returns a change with the added and removed values of a list or a text; of other settings, the name only. */
function describeSetting(name: string, was: object, is: object): SettingChange {
  const [before, after] = [was, is].map((part) => getValues(part[name as keyof typeof part]));
  const added = after?.filter((value) => !before?.includes(value)) ?? [];
  const removed = before?.filter((value) => !after?.includes(value)) ?? [];
  return {
    name,
    ...(added.length > 0 && { added }),
    ...(removed.length > 0 && { removed }),
  };
}

const getValues = (value: unknown): string[] => {
  if (Array.isArray(value)) return value.map(describeText);
  return typeof value === 'string' || typeof value === 'number' ? [String(value)] : [];
};

function describeText(value: string | FreezeWindow | Identity): string {
  if (typeof value === 'string') return value;
  if ('until' in value) return `${value.from}/${value.until}`;
  const claims = Object.entries(value.claims).map((claim) => claim.join('='));
  return [value.issuer, value.audience, ...claims].join(' ');
}

type Owner = SiteDocument['owners'][string];

function describeOwner(
  was: Owner | undefined,
  is: Owner | undefined,
): Pick<ChangePart, 'action' | 'paths' | 'settings'>[] {
  if (same(was, is)) return [];
  if (!is) return [{ action: 'disown', paths: [] }];
  const missing = (a: readonly unknown[] = [], b: readonly unknown[] = []) =>
    a.filter((value) => !b.some((other) => same(value, other)));
  const lost = missing(was?.paths, is.paths) as string[];
  const won = missing(is.paths, was?.paths) as string[];
  const isRotated =
    missing(was?.keys, is.keys).length > 0 || missing(was?.oidc, is.oidc).length > 0;
  const isGiven = won.length > 0 || (lost.length === 0 && !isRotated);
  const settings = [...new Set([...Object.keys(was ?? {}), ...Object.keys(is)])]
    .filter((key) => key !== 'paths' && !same(was?.[key as keyof Owner], is[key as keyof Owner]))
    .map((name) => describeSetting(name, was ?? {}, is));
  const parts = [
    ...(lost.length > 0 ? [{ action: 'disown', paths: lost } as const] : []),
    ...(isRotated ? [{ action: 'rotate-key' } as const] : []),
    ...(isGiven ? [{ action: 'own', paths: won } as const] : []),
  ];
  return parts.map((part) => (settings.length > 0 ? { ...part, settings } : part));
}
