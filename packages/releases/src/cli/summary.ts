import type { CheckResult } from '@carry/contracts/console';
import type { ReleaseRecord } from '@carry/contracts/release';
import { routeSizes } from '../artifacts/inspect';
import { samplePath } from '../artifacts/route-paths';
import { kilobytes } from '../command-line/output';
import { readLive } from '../pointers/live';
import { readSite } from '../pointers/site';
import { readPictures } from '../reports/difference';
import { pictureUrl } from '../reports/picture-url';
import { readChecks } from '../stores/stored-checks';
import type { CommandContext } from './command';
import { findRecord } from './names';
import { getPreviewLink } from './preview';

interface Summarized {
  remote: string;
  version: string;
  channel: string | undefined;
  before: ReleaseRecord | null;
}

async function describePlace(
  context: CommandContext,
  { name: remote, version, routes }: ReleaseRecord,
  channel: string | undefined,
): Promise<string> {
  const { store, siteUrl } = context;
  if (channel) return `[Open the preview](${await getPreviewLink(context, remote, channel)})`;
  const url = siteUrl + samplePath(routes[0]?.path ?? '/', await readSite(store));
  const { canary } = (await readLive(store)).remotes[remote] ?? {};
  return canary?.version === version
    ? `${canary.percent} % of the visitors get it at ${url}`
    : `Live at ${url}`;
}

/** Returns the gzip bytes of each page and their difference to the live release; null for a new page. */
function compareSizes(record: ReleaseRecord, live: ReleaseRecord | null) {
  const before = live ? routeSizes(live) : {};
  return Object.entries(routeSizes(record)).map(([path, { gzip }]) => {
    const old = before[path];
    return { path, gzip, change: old ? gzip - old.gzip : null };
  });
}

const printChange = (change: number | null): string => {
  if (change === null) return 'new';
  return change === 0 ? '0' : `${change > 0 ? '+' : '−'}${kilobytes(Math.abs(change))}`;
};

/** Returns the passed checks with their times; a sentence if the store has no record of them. */
const printChecks = (checks: CheckResult[] | null): string[] =>
  checks === null
    ? ['The store has no record of its checks.']
    : [
        `Passed ${checks.length} checks:`,
        '',
        ...checks.map(({ name, ms }) => `- ${name} (${Math.round(ms)} ms)`),
      ];

/**
 * Returns a table of the pages that look different, with links to their pictures, the live one beside the new one. Only a release
 * server has an address for them; it asks for a sign-in.
 */
async function printPictures(
  { store }: CommandContext,
  record: ReleaseRecord,
  live: ReleaseRecord | null,
): Promise<string[]> {
  if (!/^https?:/.test(store.name)) return [];
  const consoleUrl = `${store.name}/console`;
  const link = (words: string, version: string, picture: { file: string } | null) =>
    picture
      ? `[${words}](${pictureUrl(consoleUrl, { remote: record.name, version, file: picture.file })})`
      : '–';
  const compared = live ?? record;
  const changed = (await readPictures(store, compared, record)).filter(
    ({ from, to }) => !live || from?.file !== to?.file,
  );
  if (changed.length === 0) return live ? ['No page looks different.', ''] : [];
  const rows = changed.map(
    ({ name, from, to }) =>
      `| \`${name}\` | ${live ? link('live', live.version, from) : '–'} | ${link('new', record.version, to)} |`,
  );
  const compare = live
    ? `[Compare them side by side](${consoleUrl}/remotes/${record.name}/compare?from=${live.version}&to=${record.version}).`
    : '';
  return ['| picture | live | new |', '|---|---|---|', ...rows, '', compare, ''];
}

/** Returns a release in Markdown, for the page of a pipeline: link, bytes and pictures against the release that was live before, passed checks. */
export async function summarize(
  context: CommandContext,
  { remote, version, channel, before }: Summarized,
): Promise<string> {
  const record = await findRecord(context.store, remote, version);
  const rows = compareSizes(record, before).map(
    ({ path, gzip, change }) => `| \`${path}\` | ${kilobytes(gzip)} | ${printChange(change)} |`,
  );
  return [
    `## ${remote} ${version}`,
    '',
    `${await describePlace(context, record, channel)} (commit ${record.commit}).`,
    '',
    '| page | gzip | against live |',
    '|---|---:|---:|',
    ...rows,
    '',
    ...(await printPictures(context, record, before)),
    ...printChecks(await readChecks(context.store, `${remote}/${version}`)),
    '',
  ].join('\n');
}
