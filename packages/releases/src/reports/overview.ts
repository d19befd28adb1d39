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
import type {
  AuditEntry,
  LiveDocument,
  LivePointer,
  ReadEntry,
  ReleaseRecord,
} from '@carry/contracts/release';
import type { SiteDocument } from '@carry/contracts/site';
import { ReleaseRefused } from '../errors/errors';
import { listFlags } from '../pointers/feature-flags';
import { findFreeze } from '../pointers/freeze';
import {
  type AuditQuery,
  listAudit,
  listVersions,
  readAudit,
  readLive,
  readRelease,
} from '../pointers/live';
import { listPreviews } from '../pointers/previews';
import { findNoticeIn, isRolloutWaiting } from '../pointers/rollout-holds';
import { readSite } from '../pointers/site';
import { readRefusals } from '../stores/refusals';
import type { Store } from '../stores/store';
import { readChecks } from '../stores/stored-checks';
import { listPictures } from '../stores/stored-pictures';

const MAX_CHANGES = 10;
const MAX_MOVES = 40;
const MOVES: readonly AuditEntry['action'][] = ['publish', 'promote', 'rollback', 'rolled-back'];

interface Sources {
  store: Store;
  live: LiveDocument;
  site: SiteDocument | null;
  previews: OpenPreview[];
  paths: string[];
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
  return {
    revision: live.revision,
    remotes: remotes.map(({ overview }) => overview),
    health: numbers,
  };
}

export async function readRemote(
  store: Store,
  name: string,
  now = Date.now(),
): Promise<RemoteDetails> {
  const sources = await readSources(store, now);
  const { live, site } = sources;
  const owners = site?.owners ?? {};
  const versions = await listVersions(store, name);
  if (!Object.hasOwn(owners, name) && !Object.hasOwn(live.remotes, name) && versions.length === 0)
    throw new ReleaseRefused(`there is no remote '${name.slice(0, 50)}'`);
  const { overview, moves } = await describeRemote(sources, name);
  const pointer = live.remotes[name];
  const releases = await Promise.all(
    versions.map(async (version) => {
      const record = await findRecord(store, name, version);
      return describeRelease({ record, version, pointer, moves });
    }),
  );
  const newest = (a: TimelineRelease, b: TimelineRelease) =>
    (b.createdAt ?? '').localeCompare(a.createdAt ?? '');
  const flags = await listFlags(store, name, pointer);
  return {
    ...overview,
    flags,
    releases: releases.sort(newest),
    refusals: await readRefusals(store, name),
  };
}

/** Returns why the running rollout of a remote is held, and whether its step waits for approval. */
async function readRolloutState(
  { store, paths }: Sources,
  remote: string,
  canary: LivePointer['canary'],
): Promise<Pick<RemoteOverview, 'hold' | 'waits'>> {
  if (!canary?.rollout || canary.percent === 0) return { hold: null, waits: false };
  const { version, percent } = canary;
  const [hold, waits] = await Promise.all([
    findNoticeIn(store, { action: 'rollout-hold', remote, version, paths }),
    isRolloutWaiting(store, remote, { version, percent, paths }),
  ]);
  return { hold: hold?.why ?? null, waits };
}

export async function readReleaseDetails(
  store: Store,
  name: string,
  version: string,
): Promise<ReleaseDetails> {
  const { releases } = await readRemote(store, name);
  const release = releases.find((one) => one.version === version);
  if (!release) throw new ReleaseRefused(`the store has no ${name}@${version.slice(0, 50)}`);
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

/** Returns the live pointers; on sites with keys, their trusted part. */
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
  return { store, live, site, previews, paths, now };
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

/** Returns the entries that changed the live version, newest first; any number of other entries may follow them. */
export async function readMoves(
  store: Store,
  name: string,
  { limit, paths }: AuditQuery = {},
): Promise<ReadEntry[]> {
  const isMove = (path: string) =>
    MOVES.some((action) => path.endsWith(`Z-${action}-${name}.json`));
  const moves = (paths ?? (await listAudit(store))).filter(isMove);
  return (await readAudit(store, name, { limit, paths: moves })).reverse();
}

async function describeRemote(
  sources: Sources,
  name: string,
): Promise<{ overview: RemoteOverview; moves: ReadEntry[] }> {
  const { store, live, site, previews, paths, now } = sources;
  const pointer = live.remotes[name];
  const owner = site?.owners[name];
  const [changes, moves, rollout] = await Promise.all([
    readAudit(store, name, { limit: MAX_CHANGES, paths }),
    readMoves(store, name, { limit: MAX_MOVES, paths }),
    readRolloutState(sources, name, pointer?.canary),
  ]);
  const version = pointer?.version;
  const record = version ? await findRecord(store, name, version) : null;
  const overview = {
    name,
    paths: owner?.paths ?? [],
    contact: owner?.contact ?? null,
    live: version ? summarize({ record, version, moves }) : null,
    canary: pointer?.canary ?? null,
    ...rollout,
    freeze: findFreeze(site, name, now),
    history: pointer?.history ?? [],
    ahead: pointer?.ahead ?? [],
    lock: pointer?.lock ?? null,
    quarantine: pointer?.quarantine ?? {},
    previews: previews.filter(({ remote, expired }) => remote === name && !expired),
    changes: changes.reverse(),
  };
  return { overview, moves };
}

/** Returns the record of a release; null if it is missing, damaged or unsigned. */
export const findRecord = (store: Store, name: string, version: string) =>
  readRelease(store, name, version).catch(() => null);

interface About {
  record: ReleaseRecord | null;
  version: string;
  /** Newest first. */
  moves: ReadEntry[];
}

export function summarize({ record, version, moves }: About): ReleaseSummary {
  const own = moves.filter(({ to }) => to === version);
  const move = own.find(({ unverified }) => !unverified) ?? own[0];
  return {
    version,
    commit: record?.commit ?? null,
    createdAt: record?.createdAt ?? null,
    contractVersion: record?.contractVersion ?? null,
    liveSince: move?.at ?? null,
    by: move?.who ?? null,
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
    state: stateOf(pointer, version),
    quarantine: pointer?.quarantine?.[version] ?? null,
    signedBy: by ? `${by.subject} (${by.issuer})` : key ? `key ${key}` : null,
    routes: record?.routes.length ?? 0,
    bytes: files.reduce((sum, [, { bytes }]) => sum + bytes, 0),
  };
}

function stateOf(pointer: LivePointer | undefined, version: string): TimelineRelease['state'] {
  if (pointer?.version === version) return 'live';
  if (pointer?.canary?.version === version && pointer.canary.percent > 0) return 'canary';
  if (pointer?.history.includes(version)) return 'earlier';
  return pointer?.ahead?.includes(version) ? 'ahead' : 'stored';
}
