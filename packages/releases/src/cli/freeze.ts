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
    ...Object.entries(owners).flatMap(([remote, { freezes: own = [] }]) =>
      own.map((window) => ({ remote, ...window })),
    ),
  ];
  const rows = windows.map(({ remote, from, until, why }) => [
    paint('bold', remote),
    `${from} to ${until}`,
    why,
  ]);
  return { data: windows, text: table(rows).join('\n') || 'no rollout is frozen' };
}

/** Returns the window of the options. Throws {@link UsageError}. */
function windowIn({ flags: { from, until, why = '' } }: CommandContext): FreezeWindow {
  if (!until) throw new UsageError('a freeze needs --until, such as --until 2026-12-01T08:00Z');
  const instant = (flag: string, text: string) => {
    const time = new Date(text);
    if (Number.isNaN(time.getTime()))
      throw new UsageError(`--${flag} must be a time such as 2026-12-01T08:00Z, not '${text}'`);
    return time.toISOString();
  };
  const start = from ? instant('from', from) : new Date().toISOString();
  const window = freezeWindow.safeParse({ from: start, until: instant('until', until), why });
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
  await removeFreezes(store, remote, { why: flags.why ?? 'end of the freeze' });
  return { data: { remote: remote ?? null }, text: `rollouts of ${remote ?? ALL} are not frozen` };
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
    does: 'ends the freezes of one remote, or those of all remotes',
    flags: ['why'],
    run: remove,
  },
};
