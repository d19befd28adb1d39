import type { CheckResult } from '@carry/contracts/console';
import { formatBytes } from '@carry/contracts/format';
import type { ReleaseRecord } from '@carry/contracts/release';
import { routeSizes } from '../artifacts/inspect';
import { samplePath } from '../artifacts/route-paths';
import { readLive } from '../pointers/live';
import { readSite } from '../pointers/site';
import { readPictures } from '../reports/difference';
import { cutLines, pictureUrl, quote } from '../reports/markdown';
import { readChecks } from '../stores/stored-checks';
import type { CommandContext } from './command';
import { findRecord } from './names';
import { getPreviewLink } from './preview';
import type { PipelineResult } from './result-place';

/** GitHub accepts 65,535 bytes of a check run's text, and 65,536 characters of a comment, which has both parts. */
const MAX_PART_BYTES = 32_000;

interface Summarized {
  remote: string;
  version: string;
  channel: string | undefined;
  before: ReleaseRecord | null;
  endedCanary?: string | undefined;
}

interface Place {
  title: string;
  text: string;
  url: string;
}

async function describePlace(
  context: CommandContext,
  { name: remote, version, routes }: ReleaseRecord,
  channel: string | undefined,
): Promise<Place> {
  const { store, siteUrl } = context;
  if (channel) {
    const url = await getPreviewLink(context, remote, channel);
    return { title: `Preview ${channel}`, text: `[Open the preview](${url})`, url };
  }
  const { href: url } = new URL(samplePath(routes[0]?.path ?? '/', await readSite(store)), siteUrl);
  const { canary } = (await readLive(store)).remotes[remote] ?? {};
  if (canary?.version !== version) return { title: 'Live', text: `Live at ${url}`, url };
  const title = `${canary.percent} % of the visitors`;
  return { title, text: `${title} get it at ${url}`, url };
}

async function printCode(
  { store }: CommandContext,
  remote: string,
  channel: string | undefined,
): Promise<string[]> {
  const address = channel && (await store.previewCode?.(remote, channel));
  return address ? [`<img src="${address}" width="200" alt="QR code of the preview">`, ''] : [];
}

function compareSizes(record: ReleaseRecord, live: ReleaseRecord | null) {
  const before = live ? routeSizes(live) : {};
  return Object.entries(routeSizes(record)).map(([path, { gzip }]) => {
    const old = before[path];
    return { path, gzip, change: old ? gzip - old.gzip : null };
  });
}

const printChange = (change: number | null): string => {
  if (change === null) return 'new';
  return change === 0 ? '0' : `${change > 0 ? '+' : '−'}${formatBytes(Math.abs(change))}`;
};

const printChecks = (checks: CheckResult[] | null): string[] =>
  checks === null
    ? ['The store has no record of its checks.']
    : [
        `Passed ${checks.length} checks:`,
        '',
        ...checks.map(({ name, ms }) => `- ${name} (${Math.round(ms)} ms)`),
      ];

/** Returns a table of the pages that look different, with links to pictures that only a release server has, behind its sign-in. */
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

export async function summarize(
  context: CommandContext,
  { remote, version, channel, before, endedCanary }: Summarized,
): Promise<PipelineResult> {
  const record = await findRecord(context.store, remote, version);
  const rows = compareSizes(record, before).map(
    ({ path, gzip, change }) => `| \`${path}\` | ${formatBytes(gzip)} | ${printChange(change)} |`,
  );
  const { title, text, url } = await describePlace(context, record, channel);
  const summary = [
    `## ${remote} ${version}`,
    '',
    `${text} (commit ${record.commit}).${endedCanary ? ` The canary ${endedCanary} has ended.` : ''}`,
    '',
    ...(await printCode(context, remote, channel)),
    '| page | gzip | against live |',
    '|---|---:|---:|',
    ...rows,
    '',
    ...(await printPictures(context, record, before)),
  ].join('\n');
  const checks = printChecks(await readChecks(context.store, `${remote}/${version}`));
  const details = cutLines([...checks, ''].join('\n'), MAX_PART_BYTES);
  return { remote, passed: true, title, summary: cutLines(summary, MAX_PART_BYTES), details, url };
}

export const summarizeFailure = (remote: string, { message }: Error): PipelineResult => ({
  remote,
  passed: false,
  title: 'Not published',
  summary: `## ${remote}: not published\n\n${quote(cutLines(message, MAX_PART_BYTES))}\n`,
  details: '',
});
