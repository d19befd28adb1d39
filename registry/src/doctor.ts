import type { LiveDocument, ReleaseRecord } from '@carry/contracts/release';
import { owns } from '@carry/contracts/site';
import { damagedFiles, reportOrphans } from './examine-release';
import { groupBy } from './group-by';
import { isQuarantined, servedVersion } from './line';
import { readAudit, readLive, readRelease } from './live';
import { listPreviews } from './previews';
import { readOwners } from './site';
import type { Store } from './store';

export interface Finding {
  /** `error`: visitors can meet it. `warning`: it costs space or history only. */
  level: 'error' | 'warning';
  what: string;
}

/** A write or a lock that is older is nobody's any more. */
const LITTER_MS = 60 * 60 * 1000;

type Report = (what: string) => void;

/** Verifies a store: every file that a pointer needs, half uploads, files nobody knows, pointers without files, missing history. */
export async function examine(store: Store, now = Date.now()): Promise<Finding[]> {
  const findings: Finding[] = [];
  const error = (what: string) => findings.push({ level: 'error', what });
  const warning = (what: string) => findings.push({ level: 'warning', what });
  await store.assertFit().catch((cause: Error) => error(cause.message));
  const live = await readLive(store).catch((cause: Error): LiveDocument | null => {
    error(`live.json cannot be read (${cause.message})`);
    return null;
  });
  const served = await examinePointers(store, live, error, warning);
  for (const [path, claims] of groupBy(
    served.flatMap((record) =>
      record.routes.map((route) => ({ path: route.path, name: record.name })),
    ),
    (claim) => claim.path,
  )) {
    const names = [...new Set(claims.map(({ name }) => name))];
    if (names.length > 1)
      error(`${path} is served by ${names.join(' and ')}; only one of them may`);
  }
  await examineOwners(store, served, error);
  await examineFolders(store, warning);
  if (live) await examineAudit(store, live, error, warning);
  for (const path of await store.listLitter()) {
    const age = now - ((await store.modified(path))?.getTime() ?? now);
    if (age > LITTER_MS)
      warning(`${path} was left by a writer that died; 'releases gc' removes it`);
  }
  return findings;
}

/** Everything that a pointer names; answers the records of what is live. */
async function examinePointers(
  store: Store,
  live: LiveDocument | null,
  error: Report,
  warning: Report,
): Promise<ReleaseRecord[]> {
  const remotes = Object.entries(live?.remotes ?? {});
  const previews = await listPreviews(store).catch((cause: Error) => {
    error(`the previews cannot be read (${cause.message})`);
    return [];
  });
  const pointers = [
    ...remotes.flatMap(([name, { version, history, ahead = [], canary }]) => [
      { name, version, from: 'live', level: error },
      ...(canary ? [{ name, version: canary.version, from: 'the canary', level: error }] : []),
      ...[...history, ...ahead].map((version) => ({
        name,
        version,
        from: 'the history',
        level: warning,
      })),
    ]),
    ...previews.map(({ remote, version, channel }) => ({
      name: remote,
      version,
      from: `the preview ${channel}`,
      level: warning,
    })),
  ];
  const seen = new Set<string>();
  const served: ReleaseRecord[] = [];
  for (const { name, version, from, level } of pointers) {
    const record = await readRelease(store, name, version).catch((cause: Error) => {
      level(`${name}@${version}, named by ${from}, has an unreadable record (${cause.message})`);
      return undefined;
    });
    if (record === null)
      level(
        `${name}@${version}, named by ${from}, is not in the store; roll ${name} back or publish it again`,
      );
    if (!record) continue;
    if (from === 'live') served.push(record);
    if (seen.has(`${name}@${version}`)) continue;
    seen.add(`${name}@${version}`);
    for (const problem of await damagedFiles(store, record))
      level(`${name}@${version} ${problem}, named by ${from}`);
  }
  for (const [name, pointer] of remotes) {
    if (isQuarantined(pointer, pointer.version))
      warning(
        `${name}@${pointer.version} is live but in quarantine, so ${servedVersion(pointer) ?? 'nothing'} is served`,
      );
  }
  return served;
}

/** Who owns what is live. */
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
        `${release} is half an upload (${files.length} files, no record); 'releases gc' removes it`,
      );
    else await reportOrphans(store, release, files, warning);
  }
}

/** What live.json and the audit log say of each other. */
async function examineAudit(
  store: Store,
  live: LiveDocument,
  error: Report,
  warning: Report,
): Promise<void> {
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
    error(`live.json is at revision ${live.revision}, but the audit log goes on to ${newest}`);
  const changed = audit.filter(({ revision }) => revision);
  for (const name of new Set(changed.map(({ remote }) => remote))) {
    const last = changed.findLast(({ remote }) => remote === name);
    if (last?.action !== 'retire' && !Object.hasOwn(live.remotes, name))
      error(`live.json lacks ${name}, which nobody has retired`);
  }
}
