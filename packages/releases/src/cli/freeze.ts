import { type FreezeWindow, freezeWindow } from '@carry/contracts/site';
import { UsageError } from '../command-line/flags';
import { table } from '../command-line/output';
import { addFreeze, removeFreezes } from '../pointers/freeze';
import { readSite } from '../pointers/site';
import type { Answer, Command, CommandContext } from './command';

const ALL = 'all remotes';

async function list({ store, paint }: CommandContext): Promise<Answer> {
  const { freezes = [], owners = {} } = (await readSite(store)) ?? {};
  const windows = [
    ...freezes.map((window) => ({ remote: ALL, ...window })),
    ...Object.entries(owners).flatMap(([remote, { freezes: ownFreezes = [] }]) =>
      ownFreezes.map((window) => ({ remote, ...window })),
    ),
  ];
  const rows = windows.map(({ remote, from, until, why }) => [
    paint('bold', remote),
    `${from} to ${until}`,
    why,
  ]);
  return { data: windows, text: table(rows).join('\n') || 'no rollout is frozen' };
}

/** A date, or a time with an optional offset. */
const TIME = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d+)?)?(Z|[+-]\d\d:\d\d)?)?$/;

/** Parses a time, in UTC if it has no offset, so that all machines read the same. Throws {@link UsageError}. */
function parseTime(flag: 'from' | 'until', text: string): string {
  const [isTime, offset] = TIME.exec(text) ?? [];
  const time = new Date(text.includes('T') && !offset ? `${text}Z` : text);
  if (!isTime || Number.isNaN(time.getTime()))
    throw new UsageError(`--${flag} must be a time such as 2026-12-01T08:00Z, not '${text}'`);
  return time.toISOString();
}

function windowIn({ flags: { from, until, why = '' } }: CommandContext): FreezeWindow {
  if (!until) throw new UsageError('a freeze needs --until, such as --until 2026-12-01T08:00Z');
  const start = from ? parseTime('from', from) : new Date().toISOString();
  const window = freezeWindow.safeParse({ from: start, until: parseTime('until', until), why });
  if (window.success) return window.data;
  throw new UsageError(`the freeze ${window.error.issues[0]?.message}`);
}

async function add(context: CommandContext, [remote]: string[]): Promise<Answer> {
  const window = windowIn(context);
  await addFreeze(context.store, remote, { window, why: window.why || 'freeze' });
  return {
    data: { remote: remote ?? null, ...window },
    text: `no rollout of ${remote ?? ALL} starts or rises from ${window.from} to ${window.until}`,
  };
}

async function remove({ store, flags }: CommandContext, [remote]: string[]): Promise<Answer> {
  const { why = 'end of the freeze' } = flags;
  const until = flags.until && parseTime('until', flags.until);
  await removeFreezes(store, remote, { why, until });
  const text = until
    ? `the freeze of ${remote ?? ALL} until ${until} has ended`
    : `rollouts of ${remote ?? ALL} are not frozen`;
  return { data: { remote: remote ?? null, ...(until && { until }) }, text };
}

export const freezeCommands: Record<string, Command> = {
  'freeze list': {
    does: 'lists the periods in which no rollout starts or rises',
    isDefault: true,
    run: list,
  },
  'freeze add': {
    args: '[remote]',
    does: 'freezes the rollouts of one remote, or of all remotes, for a period',
    flags: ['from', 'until', 'why'],
    run: add,
  },
  'freeze remove': {
    args: '[remote]',
    does: 'ends the freezes of one remote, or those of all remotes; with --until, the one until then',
    flags: ['until', 'why'],
    run: remove,
  },
};
