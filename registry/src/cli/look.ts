import { collect } from '../collect';
import { examine } from '../doctor';
import { ReleaseRefused } from '../errors';
import { diffReleases, routeSizes } from '../inspect';
import { listVersions, readAudit, readLive, readRelease } from '../live';
import { listPreviews } from '../previews';
import type { Store } from '../store';
import { type Answer, type Desk, wholeNumber } from './desk';

async function recordOf(store: Store, remote: string, version: string) {
  const record = await readRelease(store, remote, version);
  if (!record) throw new ReleaseRefused(`${remote}@${version} is not in the store; 'releases list ${remote}' shows what is`);
  return record;
}

export async function list({ store, flags }: Desk, [only]: string[]): Promise<Answer> {
  const live = await readLive(store);
  const stored = (await store.list('')).flatMap((path) => /^(mf-[^/]+)\/[^/]+\/release\.json$/.exec(path)?.[1] ?? []);
  const names = only ? [only] : [...new Set([...Object.keys(live.remotes), ...stored])].sort();
  const previews = await listPreviews(store);
  const most = wholeNumber('limit', flags.limit ?? '10');
  const rows = await Promise.all(
    names.map(async (name) => ({
      name,
      ...live.remotes[name],
      stored: await listVersions(store, name),
      previews: previews.filter(({ remote }) => remote === name),
      audit: (await readAudit(store, name)).slice(-most).reverse(),
    })),
  );
  const text = rows.flatMap(({ name, version, canary, lock, stored, previews, audit }) => [
    `${name}  live ${version ?? 'nothing'}  stored ${stored.length}`,
    ...(lock ? [`  locked by ${lock.who} since ${lock.at}: ${lock.why}`] : []),
    ...(canary ? [`  canary ${canary.version} ${canary.percent} %${canary.takenBack ? ' (taken back: it failed)' : ''}`] : []),
    ...previews.map(
      ({ channel, version, expires }) =>
        `  preview ${channel} ${version} until ${expires}${Date.parse(expires) < Date.now() ? ' (expired)' : ''}`,
    ),
    ...audit.map(
      ({ at, who, action, from, to, why, percent }) =>
        `  ${at}  ${who}  ${action}${percent === undefined ? '' : ` ${percent} %`}  ${from ?? 'nothing'} → ${to ?? 'nothing'}  ${why}`,
    ),
  ]);
  return { data: { revision: live.revision, remotes: rows }, text: text.join('\n') || 'the store is empty' };
}

export async function show({ store }: Desk, [remote = '', version = '']: string[]): Promise<Answer> {
  const record = await recordOf(store, remote, version);
  const sizes = routeSizes(record);
  const text = [
    `${record.name}@${record.version}  commit ${record.commit}  contract ${record.contractVersion}  made ${record.createdAt}`,
    ...record.routes.map(({ path }) => `  ${path}  ${sizes[path]?.gzip} bytes gzip, ${sizes[path]?.brotli} brotli`),
    ...Object.entries(record.shared).map(([module, range]) => `  needs ${module} ${range}`),
    ...Object.entries(record.files).map(([file, { integrity, bytes }]) => `  ${file}  ${bytes} bytes  ${integrity}`),
  ];
  return { data: { ...record, sizes }, text: text.join('\n') };
}

export async function diff({ store }: Desk, [remote = '', a = '', b = '']: string[]): Promise<Answer> {
  const differences = diffReleases(await recordOf(store, remote, a), await recordOf(store, remote, b));
  const text = differences.map(({ what, from, to }) => `${what}: ${from} → ${to}`).join('\n');
  return { data: differences, text: text || 'no difference in routes, contract, shared versions or sizes' };
}

export async function doctor({ store }: Desk): Promise<Answer> {
  const findings = await examine(store);
  const failed = findings.some(({ level }) => level === 'error');
  return {
    data: findings,
    failed,
    text: findings.map(({ level, what }) => `${level}: ${what}`).join('\n') || 'all files and pointers are sound',
  };
}

export async function gc({ store, flags }: Desk): Promise<Answer> {
  const dry = flags['dry-run'] ?? false;
  const collected = await collect(store, wholeNumber('keep', flags.keep ?? '10'), { dry });
  const verb = dry ? 'would remove' : 'removed';
  const text = [
    ...collected.removed.map((release) => `  ${release}`),
    `${verb} ${collected.removed.length} releases, ${collected.files} files, ${(collected.bytes / 1024).toFixed(0)} KB`,
  ];
  return { data: collected, text: text.join('\n') };
}
