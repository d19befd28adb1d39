import { createHash } from 'node:crypto';
import type {
  OpenPreview,
  Overview,
  ReleaseDetails,
  ReleaseSummary,
  RemoteDetails,
  RemoteOverview,
  SiteHealth,
  TimelineRelease,
} from '@carry/contracts/console';
import type { LiveDocument, LivePointer, ReadEntry, ReleaseRecord } from '@carry/contracts/release';
import type { SiteDocument } from '@carry/contracts/site';
import { LRUCache } from 'lru-cache';
import { isCanary } from '../documents/version-history';
import { ReleaseRefused } from '../errors/errors';
import { listFlags } from '../pointers/feature-flags';
import { findFreeze } from '../pointers/freeze';
import {
  listAudit,
  listVersions,
  parseAuditPath,
  readAudit,
  readLive,
  readServable,
} from '../pointers/live';
import { listPreviews } from '../pointers/previews';
import { readRolloutState } from '../pointers/rollout-holds';
import { readSite } from '../pointers/site';
import { readRefusals } from '../stores/refusals';
import type { Store } from '../stores/store';
import { readChecks } from '../stores/stored-checks';
import { listPictures } from '../stores/stored-pictures';
import { findMoves } from './moves';
import { readReleasePage } from './release-page';

const MAX_CHANGES = 10;
/** As the site document has at most. */
const MAX_REMOTES = 500;
const HISTORY_MS = 60_000;

interface Sources {
  store: Store;
  live: LiveDocument;
  site: SiteDocument | null;
  previews: OpenPreview[];
  paths: Map<string, string[]>;
  now: number;
}

export async function readOverview(
  store: Store,
  health: () => Promise<SiteHealth>,
  now = Date.now(),
): Promise<Overview> {
  const [sources, numbers] = await Promise.all([readSources(store, now), health()]);
  const { live, site } = sources;
  const owners = site?.owners ?? {};
  const names = [...new Set([...Object.keys(live.remotes), ...Object.keys(owners)])].sort();
  const remotes = await Promise.all(names.map((name) => describeRemote(sources, name)));
  return { revision: live.revision, remotes, health: numbers };
}

interface RemoteQuery {
  now?: number;
  before?: string | undefined;
}

export async function readRemote(
  store: Store,
  name: string,
  { now = Date.now(), before }: RemoteQuery = {},
): Promise<RemoteDetails> {
  const sources = await readSources(store, now);
  const { live, site, paths } = sources;
  const owners = site?.owners ?? {};
  const pointer = live.remotes[name];
  const { versions, older } = await readReleasePage(store, name, { pointer, before });
  const isKnown = Object.hasOwn(owners, name) || Object.hasOwn(live.remotes, name);
  if (!isKnown && versions.length === 0)
    throw new ReleaseRefused(`there is no remote '${name.slice(0, 50)}'`);
  const [overview, moves, flags, refusals] = await Promise.all([
    describeRemote(sources, name),
    findMoves(store, name, {
      versions,
      revision: live.revision,
      paths: paths.get(name) ?? [],
    }),
    listFlags(store, name, pointer),
    readRefusals(store, name),
  ]);
  const releases = await Promise.all(
    versions.map(async (version) => {
      const record = await readServable(store, name, version);
      return describeRelease({ record, version, pointer, moves });
    }),
  );
  return { ...overview, flags, releases, older, refusals };
}

async function describeRollout(
  store: Store,
  remote: string,
  { canary, paths }: { canary: LivePointer['canary'] | undefined; paths: readonly string[] },
): Promise<Pick<RemoteOverview, 'hold' | 'waits' | 'finished'>> {
  if (!canary?.rollout || canary.percent === 0)
    return { hold: null, waits: false, finished: false };
  const { version, percent } = canary;
  const { hold, waits, finished } = await readRolloutState(store, remote, {
    ...{ version, percent, paths },
  });
  return { hold: hold?.why ?? null, waits, finished };
}

export async function readReleaseDetails(
  store: Store,
  name: string,
  version: string,
): Promise<ReleaseDetails> {
  const [live, record, paths] = await Promise.all([
    readTrustedLive(store),
    readServable(store, name, version),
    listAudit(store),
  ]);
  if (!record && !(await listVersions(store, name)).includes(version))
    throw new ReleaseRefused(`the store has no ${name}@${version.slice(0, 50)}`);
  const moves = await findMoves(store, name, {
    versions: [version],
    revision: live.revision,
    paths,
  });
  const release = describeRelease({ record, version, pointer: live.remotes[name], moves });
  const base = `${name}/${version}`;
  const [checks, pictures] = await Promise.all([
    readChecks(store, base),
    listPictures(store, base),
  ]);
  return {
    release,
    checks,
    pictures: pictures.map(({ route, file, width, height }) => ({ route, file, width, height })),
  };
}

export async function readTrustedLive(store: Store): Promise<LiveDocument> {
  const read = await readLive(store);
  return store.trustedLive?.(read) ?? read;
}

async function readSources(store: Store, now: number): Promise<Sources> {
  const [live, site, previews, paths] = await Promise.all([
    readTrustedLive(store),
    readSite(store),
    readOpenPreviews(store, now),
    listAudit(store),
  ]);
  return { store, live, site, previews, paths: groupByRemote(paths), now };
}

function groupByRemote(paths: readonly string[]): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const path of paths) {
    const { remote = '' } = parseAuditPath(path) ?? {};
    const group = groups.get(remote);
    if (group) group.push(path);
    else groups.set(remote, [path]);
  }
  return groups;
}

export async function readOpenPreviews(store: Store, now = Date.now()): Promise<OpenPreview[]> {
  const previews = await listPreviews(store);
  return previews
    .map(({ remote, channel, version, expires }) => {
      const expired = Date.parse(expires) <= now;
      return { remote, channel, version, expires, expired };
    })
    .sort((a, b) => b.expires.localeCompare(a.expires));
}

/** Returns the state of a remote. Viewers share what the store was read for, until it or the trusted keys change. */
async function describeRemote(sources: Sources, name: string): Promise<RemoteOverview> {
  const { live, site, previews, now } = sources;
  const { owners, revision, signature } = site ?? {};
  const { paths = [], contact = null } = owners?.[name] ?? {};
  const pointer = live.remotes[name];
  const history = await readHistory(sources, name, [revision, signature?.value]);
  return {
    ...{ name, paths, contact },
    ...history,
    canary: pointer?.canary ?? null,
    freeze: findFreeze(site, name, now),
    history: pointer?.history ?? [],
    ahead: pointer?.ahead ?? [],
    lock: pointer?.lock ?? null,
    quarantine: pointer?.quarantine ?? {},
    previews: previews.filter(({ remote, expired }) => remote === name && !expired),
  };
}

type History = Pick<RemoteOverview, 'live' | 'hold' | 'waits' | 'finished' | 'changes'>;

/** Reads of each store by remote. The trusted keys may follow the site document a moment later, so a read is repeated. */
const histories = new WeakMap<Store, LRUCache<string, { key: string; read: Promise<History> }>>();

function readHistory(sources: Sources, name: string, site: unknown): Promise<History> {
  const { store, live, paths } = sources;
  const cache = histories.get(store) ?? new LRUCache({ max: MAX_REMOTES, ttl: HISTORY_MS });
  histories.set(store, cache);
  const about = JSON.stringify([site, live.remotes[name], paths.get(name)]);
  const key = createHash('sha256').update(about).digest('base64');
  const cached = cache.get(name);
  if (cached?.key === key) return cached.read;
  const read = readHistoryNow(sources, name);
  cache.set(name, { key, read });
  const forget = () => void cache.delete(name);
  // an unreadable release may be signed or restored
  read.then(({ live }) => live?.createdAt === null && forget(), forget);
  return read;
}

async function readHistoryNow(sources: Sources, name: string): Promise<History> {
  const { store, live } = sources;
  const { version, canary } = live.remotes[name] ?? {};
  const paths = sources.paths.get(name) ?? [];
  const [changes, moves, record, rollout] = await Promise.all([
    readAudit(store, name, { limit: MAX_CHANGES, paths }),
    version ? findMoves(store, name, { versions: [version], revision: live.revision, paths }) : [],
    version ? readServable(store, name, version) : null,
    describeRollout(store, name, { canary, paths }),
  ]);
  return {
    live: version ? summarize({ record, version, moves }) : null,
    ...rollout,
    changes: changes.reverse(),
  };
}

interface About {
  record: ReleaseRecord | null;
  version: string;
  moves: ReadEntry[];
}

export function summarize({ record, version, moves }: About): ReleaseSummary {
  const arrivals = moves.filter(({ to }) => to === version);
  const move =
    arrivals.find(({ unverified }) => !unverified) ??
    arrivals.find(({ unsigned }) => unsigned ?? false);
  return {
    version,
    commit: record?.commit ?? null,
    createdAt: record?.createdAt ?? null,
    contractVersion: record?.contractVersion ?? null,
    liveSince: move?.at ?? null,
    by: move?.who ?? null,
    ...(move?.unsigned && { unsigned: true }),
  };
}

function describeRelease({
  pointer,
  ...about
}: About & { pointer: LivePointer | undefined }): TimelineRelease {
  const { record, version } = about;
  const { by, key } = record?.signature ?? {};
  const files = Object.entries(record?.files ?? {}).filter(([file]) => file.startsWith('web/'));
  return {
    ...summarize(about),
    state: getState(pointer, version),
    quarantine: pointer?.quarantine?.[version] ?? null,
    signedBy: by ? `${by.subject} (${by.issuer})` : key ? `key ${key}` : null,
    routes: record?.routes.length ?? 0,
    bytes: files.reduce((sum, [, { bytes }]) => sum + bytes, 0),
  };
}

function getState(pointer: LivePointer | undefined, version: string): TimelineRelease['state'] {
  if (pointer?.version === version) return 'live';
  if (isCanary(pointer, version)) return 'canary';
  if (pointer?.history.includes(version)) return 'earlier';
  return pointer?.ahead?.includes(version) ? 'ahead' : 'stored';
}
