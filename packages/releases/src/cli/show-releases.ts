import { describeSettings } from '@carry/contracts/console';
import { formatBytes } from '@carry/contracts/format';
import type { ReadEntry } from '@carry/contracts/release';
import { diffReleases, routeSizes } from '../artifacts/inspect';
import { oneLine, type Paint, table } from '../command-line/output';
import { listAudit, listVersions, readAudit, readLive } from '../pointers/live';
import { listPreviews } from '../pointers/previews';
import type { Answer, Command, CommandContext } from './command';
import { assertKnownRemote, findRecord, type NameAuthor, readAuthors } from './names';
import { describeRollout } from './rollout';

async function readRows({ store, flags }: CommandContext, only: string | undefined) {
  const live = await readLive(store);
  const stored = (await store.list('')).flatMap(
    (path) => /^(mf-[^/]+)\/[^/]+\/release\.json$/.exec(path)?.[1] ?? [],
  );
  const names = only ? [only] : [...new Set([...Object.keys(live.remotes), ...stored])].sort();
  const previews = await listPreviews(store);
  const paths = await listAudit(store);
  const rows = await Promise.all(
    names.map(async (name) => ({
      name,
      ...live.remotes[name],
      stored: await listVersions(store, name),
      previews: previews.filter(({ remote }) => remote === name),
      audit: (await readAudit(store, name, { limit: flags.limit ?? 10, paths })).reverse(),
    })),
  );
  return { revision: live.revision, rows };
}

const describeDifference = ({ from, to, paths, settings }: ReadEntry): string => {
  if (settings?.length) return oneLine([...(paths ?? []), describeSettings(settings)].join(' '));
  return paths ? paths.join(' ') || 'all paths' : `${from ?? 'nothing'} → ${to ?? 'nothing'}`;
};

const printEntry = (entry: ReadEntry, paint: Paint, nameAuthor: NameAuthor) => {
  const { at, who, action, remote, why, percent, channel, unverified, unsigned } = entry;
  const mark = unsigned ? paint('dim', ' (not signed)') : paint('yellow', ' (unverified)');
  return [
    paint('dim', at),
    `${nameAuthor(who, remote)}${unverified ? mark : ''}`,
    `${action}${percent === undefined ? '' : ` ${percent} %`}${channel ? ` ${channel}` : ''}`,
    describeDifference(entry),
    oneLine(why),
  ];
};

async function list(context: CommandContext, [only]: string[]): Promise<Answer> {
  if (only) await assertKnownRemote(context.store, only);
  const { paint } = context;
  const { revision, rows } = await readRows(context, only);
  const nameAuthor = await readAuthors(context);
  const heads = table(
    rows.map(({ name, version, stored }) => [
      paint('bold', name),
      version ? `live ${paint('green', version)}` : paint('yellow', 'nothing live'),
      `stored ${stored.length}`,
    ]),
  );
  const text = rows.flatMap(
    ({ name, lock, canary, quarantine = {}, ahead = [], previews, audit }, index) => [
      heads[index] ?? '',
      ...(lock
        ? [
            `  ${paint('yellow', 'locked')} by ${nameAuthor(lock.who, name)} since ${lock.at}: ${oneLine(lock.why)}`,
          ]
        : []),
      ...(canary
        ? [
            `  ${canary.rollout ? 'rollout' : 'canary'} ${describeRollout(canary)}${canary.takenBack ? paint('red', ' (aborted: it failed)') : ''}`,
          ]
        : []),
      ...Object.entries(quarantine).map(
        ([version, { who, at, why }]) =>
          `  ${paint('red', 'quarantine')} ${version} by ${nameAuthor(who, name)} since ${at}: ${oneLine(why)}`,
      ),
      ...(ahead.length > 0
        ? [`  rolled back from ${ahead.at(-1)}; --to-latest returns to it`]
        : []),
      ...previews.map(
        ({ channel, version, expires }) =>
          `  preview ${channel} ${version} until ${expires}${Date.parse(expires) < Date.now() ? ' (expired)' : ''}`,
      ),
      ...table(
        audit.map((entry) => printEntry(entry, paint, nameAuthor)),
        '  ',
      ),
    ],
  );
  return {
    data: { revision, remotes: rows },
    text: text.join('\n') || 'nothing is live in this store',
  };
}

async function show(
  { store, paint }: CommandContext,
  [remote = '', name = '']: string[],
): Promise<Answer> {
  const record = await findRecord(store, remote, name);
  const sizes = routeSizes(record);
  const text = [
    `${paint('bold', `${record.name}@${record.version}`)}  commit ${record.commit}  contract ${record.contractVersion}  created ${record.createdAt}`,
    ...table(
      record.routes.map(({ path }) => [
        path,
        `${formatBytes(sizes[path]?.gzip ?? 0)} gzip`,
        `${formatBytes(sizes[path]?.brotli ?? 0)} brotli`,
      ]),
      '  ',
    ),
    ...table(
      Object.entries(record.shared).map(([module, range]) => [`needs ${module}`, range]),
      '  ',
    ),
    ...table(
      Object.entries(record.files).map(([file, { integrity, bytes }]) => [
        file,
        `${bytes} bytes`,
        paint('dim', integrity),
      ]),
      '  ',
    ),
  ];
  return { data: { ...record, sizes }, text: text.join('\n') };
}

async function diff(
  { store }: CommandContext,
  [remote = '', a = '', b = '']: string[],
): Promise<Answer> {
  const differences = diffReleases(
    await findRecord(store, remote, a),
    await findRecord(store, remote, b),
  );
  const text = table(differences.map(({ what, from, to }) => [`${what}:`, `${from} → ${to}`])).join(
    '\n',
  );
  return {
    data: differences,
    text: text || 'no difference in routes, contract, shared versions or sizes',
  };
}

export const lookCommands: Record<string, Command> = {
  list: {
    args: '[remote]',
    does: 'lists live releases, canaries, previews, quarantines and the audit log',
    flags: ['limit'],
    run: list,
  },
  show: {
    args: '<remote> <version>',
    does: 'shows the record of a release: routes, contract, commit, sizes, shared versions, files with hashes',
    remote: true,
    run: show,
  },
  diff: {
    args: '<remote> <a> <b>',
    does: 'compares two releases: routes, contract, shared versions, sizes',
    remote: true,
    run: diff,
  },
};
