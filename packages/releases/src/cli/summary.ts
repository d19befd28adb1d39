import type { ReleaseRecord } from '@carry/contracts/release';
import { routeSizes } from '../artifacts/inspect';
import { samplePath } from '../artifacts/sample-path';
import { kilobytes } from '../command-line/output';
import { readLive } from '../pointers/live';
import { readSite } from '../pointers/site';
import type { CommandContext } from './command';
import { findRecord } from './names';
import { getPreviewLink } from './preview';

interface Summarized {
  remote: string;
  version: string;
  /** Channel of a preview. */
  channel: string | undefined;
  before: ReleaseRecord | null;
}

/** Says where visitors or reviewers find a release. */
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

const PASSED =
  'Passed: files and hashes, contract, scripts, styles and budgets; in a browser, its standalone page and each page inside the site.';

/** Returns a release in Markdown, for the page of a pipeline: link, bytes against the release that was live before, passed checks. */
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
    PASSED,
    '',
  ].join('\n');
}
