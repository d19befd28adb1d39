import { UsageError } from '../command-line/flags';
import { table } from '../command-line/output';
import { listFlags, setFlag } from '../pointers/feature-flags';
import { readLive } from '../pointers/live';
import type { Answer, Command, CommandContext } from './command';
import { describeEffect } from './flags';

const ALL = 100;

const describeShare = (percent: number) =>
  percent === ALL ? 'on' : percent === 0 ? 'off' : `on for ${percent} %`;

async function list({ store, paint }: CommandContext, [remote = '']: string[]): Promise<Answer> {
  const flags = await listFlags(store, remote, (await readLive(store)).remotes[remote]);
  const rows = flags.map(({ flag, percent, default: standard, does }) => [
    paint('bold', flag),
    percent === null ? `${standard ? 'on' : 'off'} (default)` : describeShare(percent),
    does ?? paint('yellow', 'not declared by a served release'),
  ]);
  return {
    data: { remote, flags },
    text: table(rows).join('\n') || `${remote} declares no flags`,
  };
}

function parseShare(text: string): number {
  if (text === 'on') return ALL;
  if (text === 'off') return 0;
  const percent = Number(/^(\d{1,3}) ?%?$/.exec(text)?.[1]);
  if (percent >= 0 && percent <= ALL) return percent;
  throw new UsageError(
    `a flag is set to on, off or a share of the visitors such as 25, not '${text}'`,
  );
}

async function set(
  { store, flags }: CommandContext,
  [remote = '', flag = '', value = '']: string[],
): Promise<Answer> {
  const percent = parseShare(value);
  const { why = 'flag' } = flags;
  const { revision } = await setFlag(store, remote, { flag, percent, why });
  return {
    data: { revision, remote, flag, percent },
    text: describeEffect(
      flags,
      `${remote}.${flag} is ${describeShare(percent)}`,
      `${remote}.${flag} would be ${describeShare(percent)}`,
    ),
  };
}

async function unset(
  { store, flags }: CommandContext,
  [remote = '', flag = '']: string[],
): Promise<Answer> {
  const { why = 'flag' } = flags;
  const { revision } = await setFlag(store, remote, { flag, percent: null, why });
  return {
    data: { revision, remote, flag, percent: null },
    text: describeEffect(
      flags,
      `${remote}.${flag} is at its default`,
      `${remote}.${flag} would be at its default`,
    ),
  };
}

export const featureFlagCommands: Record<string, Command> = {
  'flag list': {
    args: '<remote>',
    does: 'lists the feature flags of a remote with their values',
    remote: true,
    isDefault: true,
    run: list,
  },
  'flag set': {
    args: '<remote> <flag> <value>',
    does: 'sets a feature flag: on, off, or a share of the visitors such as 25',
    flags: ['why', 'dry-run'],
    remote: true,
    run: set,
  },
  'flag unset': {
    args: '<remote> <flag>',
    does: 'returns a feature flag to its default',
    flags: ['why', 'dry-run'],
    remote: true,
    run: unset,
  },
};
