import {
  describeNumbers,
  describeProgress,
  findNumbers,
  type Overview,
  type RemoteOverview,
  type SiteHealth,
} from '@carry/contracts/console';
import { oneLine, type Paint, table } from '../command-line/output';
import { describeFreeze } from '../pointers/freeze';
import type { NameAuthor } from './names';

interface Style {
  paint: Paint;
  nameAuthor: NameAuthor;
}

function readRow(
  { name, live, canary, previews }: RemoteOverview,
  { paint, nameAuthor }: Style,
): string[] {
  const share = canary && canary.percent > 0 ? `${canary.version} ${canary.percent} %` : '-';
  return [
    paint('bold', name),
    live ? paint('green', live.version) : paint('yellow', 'nothing'),
    live?.commit?.slice(0, 7) ?? '-',
    live?.liveSince ?? '-',
    live?.by ? `${nameAuthor(live.by, name)}${live.unsigned ? ' (not signed)' : ''}` : '-',
    share,
    String(previews.length),
  ];
}

const HEAD = ['remote', 'live', 'commit', 'since', 'by', 'canary', 'previews'];

const formatPercent = (part: number, all: number) =>
  all > 0 ? `${Math.round((1000 * part) / all) / 10} %` : '-';

function describeVariants({ remotes, health }: Overview): string[] {
  if ('unavailable' in health) return [];
  const isShown = (remote: string) => remotes.some(({ name }) => name === remote);
  return health.releases
    .filter(({ remote }) => isShown(remote))
    .flatMap(({ remote, version, variants = {} }) =>
      Object.entries(variants)
        .sort(([one], [other]) => one.localeCompare(other))
        .map(([variant, { used, failed, vitals }]) => {
          const means = Object.entries(vitals).map(
            ([name, { mean }]) => `${name} ${Math.round(mean * 1000) / 1000}`,
          );
          const numbers = [`${used} pages`, `${formatPercent(failed, used)} failed`, ...means];
          return `${remote}@${version} with ${variant}: ${numbers.join(', ')}`;
        }),
    );
}

export function describeCanaries({ remotes, health }: Overview): string[] {
  const arms = remotes.flatMap(({ name, live, canary }) =>
    live && canary && canary.percent > 0
      ? [
          { name, label: 'live', version: live.version },
          { name, label: 'canary', version: canary.version },
        ]
      : [],
  );
  if (arms.length > 0 && 'unavailable' in health) return [oneLine(health.unavailable)];
  return arms.map(({ name, label, version }) => {
    const numbers = describeNumbers(findNumbers(health, name, version));
    return `${name}@${version} ${label}: ${numbers.replaceAll('\u00a0', ' ')}`;
  });
}

function describeRollout(
  { name, canary, hold, waits, finished, freeze }: RemoteOverview,
  health: SiteHealth,
): string[] {
  const about = `the rollout of ${name}`;
  const progress = finished ? null : describeProgress(health, name, canary);
  const isFrozen = freeze !== null && canary?.rollout && canary.percent > 0;
  return [
    hold && `${about} is held until you decide: ${oneLine(hold)}`,
    waits && `${about} waits for approval: releases rollout approve ${name}`,
    finished && `${about} is finished: releases promote ${name} ${canary?.version}`,
    progress && `the step of ${about} has ${progress}`,
    isFrozen && `${about} is ${oneLine(describeFreeze(freeze))}`,
  ].flatMap((line) => line || []);
}

export function describeOverview(overview: Overview, style: Style): string {
  const { paint, nameAuthor } = style;
  const { remotes, health } = overview;
  const rows = table([
    HEAD.map((title) => paint('dim', title)),
    ...remotes.map((remote) => readRow(remote, style)),
  ]);
  const notes = remotes.flatMap((remote) => {
    const { name, lock, quarantine, ahead } = remote;
    return [
      ...(lock ? [`${name} is locked by ${nameAuthor(lock.who, name)}: ${oneLine(lock.why)}`] : []),
      ...describeRollout(remote, health),
      ...Object.entries(quarantine).map(
        ([version, { why }]) => `${name}@${version} is in quarantine: ${oneLine(why)}`,
      ),
      ...(ahead.length > 0 ? [`${name} is rolled back from ${ahead.at(-1)}`] : []),
    ];
  });
  const numbers = [...describeCanaries(overview), ...describeVariants(overview)];
  return [...rows, ...notes, ...numbers].join('\n');
}
