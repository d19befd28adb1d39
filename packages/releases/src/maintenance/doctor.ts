import type { LiveDocument, LivePointer, ReleaseRecord } from '@carry/contracts/release';
import { owns } from '@carry/contracts/site';
import { isQuarantined, servedVersion } from '../documents/version-history';
import { readAudit, readLive, readRelease } from '../pointers/live';
import { type ListedPreview, listPreviews } from '../pointers/previews';
import { readOwners } from '../pointers/site';
import { assertPointerTrusted } from '../signing/signed-store';
import type { Trust } from '../signing/trust';
import { listShells, readShell } from '../stores/shells';
import type { Store } from '../stores/store';
import { groupBy } from './collect-shells';
import { damagedFiles, reportOrphans } from './examine-release';

export interface Finding {
  /** `error`: visitors are affected. `warning`: costs space or history only. */
  level: 'error' | 'warning';
  what: string;
}

const LITTER_MS = 60 * 60 * 1000;

type Report = (what: string) => void;

/** Verifies a store: files of every pointer, partial uploads, orphans, missing releases, gaps in the audit log. */
export async function examine(
  store: Store,
  now = Date.now(),
  trust: Trust | null = null,
): Promise<Finding[]> {
  const findings: Finding[] = [];
  const error = (what: string) => findings.push({ level: 'error', what });
  const warning = (what: string) => findings.push({ level: 'warning', what });
  await store.assertFit().catch((cause: Error) => error(cause.message));
  const live = await readLive(store).catch((cause: Error): LiveDocument | null => {
    error(`live.json cannot be read (${cause.message})`);
    return null;
  });
  const served = await examinePointers({ store, live, error, warning });
  if (live && trust) examineOrders(live, trust, error);
  if (trust?.operators.length && !trust.audit.signedSince)
    warning(
      "site.json does not say since when audit entries are signed, so false ones show as 'not signed'; run 'releases sign' on the store",
    );
  examinePaths(served, error);
  await examineOwners(store, served, error);
  await examineFolders(store, warning);
  await examineShells(store, error, warning);
  if (live) await examineAudit({ store, live, error, warning });
  await examineLitter(store, now, warning);
  return findings;
}

function examineOrders(live: LiveDocument, trust: Trust, error: Report): void {
  for (const name of Object.keys(live.remotes))
    try {
      assertPointerTrusted(name, live, { trust });
    } catch (cause) {
      error((cause as Error).message);
    }
}

function examinePaths(served: ReleaseRecord[], error: Report): void {
  const claims = served.flatMap(({ name, routes }) => routes.map(({ path }) => ({ path, name })));
  for (const [path, claimed] of groupBy(claims, (claim) => claim.path)) {
    const names = [...new Set(claimed.map(({ name }) => name))];
    if (names.length > 1)
      error(`${path} is served by ${names.join(' and ')}; only one of them may`);
  }
}

async function examineLitter(store: Store, now: number, warning: Report): Promise<void> {
  for (const path of await store.listLitter()) {
    const age = now - ((await store.modified(path))?.getTime() ?? now);
    if (age > LITTER_MS)
      warning(`${path} is a stale file of a crashed process; 'releases gc' removes it`);
  }
}

async function examinePointers({
  store,
  live,
  error,
  warning,
}: {
  store: Store;
  live: LiveDocument | null;
  error: Report;
  warning: Report;
}): Promise<ReleaseRecord[]> {
  const remotes = Object.entries(live?.remotes ?? {});
  const previews = await listPreviews(store).catch((cause: Error) => {
    error(`the previews cannot be read (${cause.message})`);
    return [];
  });
  const seen = new Set<string>();
  const served: ReleaseRecord[] = [];
  for (const reference of [
    ...remotes.flatMap(referencesFromPointer),
    ...previews.map(referenceFromPreview),
  ]) {
    const release = `${reference.name}@${reference.version}`;
    const report = reference.isServed ? error : warning;
    const record = await readReferenced(store, reference, report);
    if (record && reference.from === 'live') served.push(record);
    if (!record || seen.has(release)) continue;
    seen.add(release);
    for (const problem of await damagedFiles(store, record))
      report(`${release} ${problem}, referenced by ${reference.from}`);
  }
  for (const [name, pointer] of remotes) examineQuarantine(name, pointer, warning);
  return served;
}

function examineQuarantine(name: string, pointer: LivePointer, warning: Report): void {
  if (!isQuarantined(pointer, pointer.version)) return;
  const served = servedVersion(pointer) ?? 'nothing';
  warning(`${name}@${pointer.version} is live but in quarantine, so ${served} is served`);
}

interface ReleaseReference {
  name: string;
  version: string;
  from: string;
  isServed: boolean;
}

const referenceFromPreview = ({
  remote: name,
  version,
  channel,
}: ListedPreview): ReleaseReference => ({
  name,
  version,
  from: `the preview ${channel}`,
  isServed: false,
});

const referencesFromPointer = ([name, { version, history, ahead = [], canary }]: [
  string,
  LivePointer,
]): ReleaseReference[] => [
  { name, version, from: 'live', isServed: true },
  ...(canary ? [{ name, version: canary.version, from: 'the canary', isServed: true }] : []),
  ...[...history, ...ahead].map((version) => ({
    name,
    version,
    from: 'the history',
    isServed: false,
  })),
];

async function readReferenced(
  store: Store,
  { name, version, from }: ReleaseReference,
  report: Report,
): Promise<ReleaseRecord | null> {
  try {
    const record = await readRelease(store, name, version);
    if (!record)
      report(
        `${name}@${version}, referenced by ${from}, is not in the store; roll ${name} back or publish it again`,
      );
    return record;
  } catch (cause) {
    const { message } = cause as Error;
    report(`${name}@${version}, referenced by ${from}, has an unreadable record (${message})`);
    return null;
  }
}

async function examineOwners(store: Store, served: ReleaseRecord[], error: Report): Promise<void> {
  const owners = await readOwners(store).catch((cause: Error) => {
    error(`site.json cannot be read (${cause.message})`);
    return null;
  });
  for (const { name, routes } of owners ? served : []) {
    const strays = routes.filter(({ path }) => !owns(owners?.[name]?.paths ?? [], path));
    if (strays.length > 0)
      error(`${name} serves ${strays.map(({ path }) => path).join(', ')}, which it does not own`);
  }
}

async function examineFolders(store: Store, warning: Report): Promise<void> {
  const releases = groupBy(
    (await store.list('')).filter((path) => /^mf-[^/]+\/[^/]+\//.test(path)),
    (path) => path.split('/', 2).join('@'),
  );
  for (const [release, files] of releases) {
    const record = files.find((path) => path.endsWith('/release.json'));
    if (!record)
      warning(
        `${release} is a partial upload (${files.length} files, no record); 'releases gc' removes it`,
      );
    else await reportOrphans({ store, release, files, warning });
  }
}

/** Checks the shell versions, because pages rendered with them request their files. */
async function examineShells(store: Store, error: Report, warning: Report): Promise<void> {
  const versions = await listShells(store);
  for (const version of versions) {
    const record = await readShell(store, version).catch((cause: Error) => {
      error(cause.message);
      return null;
    });
    for (const problem of record ? await damagedFiles(store, { name: 'shell', ...record }) : [])
      error(`shell@${version} ${problem}`);
  }
  const folders = groupBy(await store.list('shell'), (path) => path.split('/')[1] ?? '');
  for (const [version, files] of folders)
    if (!versions.includes(version))
      warning(`shell@${version} is a partial upload (${files.length} files, no record)`);
}

async function examineAudit({
  store,
  live,
  error,
  warning,
}: {
  store: Store;
  live: LiveDocument;
  error: Report;
  warning: Report;
}): Promise<void> {
  const audit = await readAudit(store).catch((cause: Error) => {
    error(`the audit log cannot be read (${cause.message})`);
    return null;
  });
  if (!audit) return;
  const revisions = new Set(audit.map(({ revision }) => revision));
  for (let revision = 1; revision < live.revision; revision++) {
    if (!revisions.has(revision)) warning(`the audit entry of revision ${revision} is missing`);
  }
  const newest = Math.max(0, ...audit.map(({ revision = 0 }) => revision));
  if (newest > live.revision)
    error(`live.json is at revision ${live.revision}, but the audit log reaches ${newest}`);
  const changed = audit.filter(({ revision }) => revision);
  for (const name of new Set(changed.map(({ remote }) => remote))) {
    const last = changed.findLast(({ remote }) => remote === name);
    if (last?.action !== 'retire' && !Object.hasOwn(live.remotes, name))
      error(`live.json lacks ${name}, which was never retired`);
  }
}
