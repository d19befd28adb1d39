import { closest } from './closest';
import { checkFlags, type FlagTable, UsageError } from './flags';
import { harmless, type Paint, painter, table } from './output';
import { Progress, type Screen } from './progress';

/** 0 done · 1 refused or found wanting · 2 wrong usage · 3 somebody else's change or lock is in the way · 4 what it works on cannot be reached. */
export const exitCodes = { done: 0, refused: 1, usage: 2, conflict: 3, unreachable: 4 } as const;

/** What a command answers: `data` for --json, `text` for people; `failed` makes the exit code 1. */
export interface Answer {
  data: unknown;
  text: string;
  failed?: boolean;
}

/** What every command says of itself. */
export interface Described {
  usage: string;
  does: string;
  /** How many words must follow, and how many may. */
  words: readonly [number, number];
}

interface CommonFlags {
  json?: boolean;
  verbose?: boolean;
  version?: boolean;
  help?: boolean;
}

/** What a command gets of the terminal. */
export interface Shown<Flags> {
  flags: Flags;
  paint: Paint;
  report(step: string): void;
}

/** A program of commands, whose names have one word or two. */
export interface Program<Flags extends CommonFlags, Command extends Described> {
  name: string;
  /** What stands above and below the list of commands. */
  overview: { head: string; foot: string[] };
  commands: Readonly<Record<string, Command>>;
  read(args: string[]): { words: string[]; flags: Flags };
  everywhere: readonly string[];
  /** Options with their sentences and defaults, for --help. */
  options?: FlagTable;
  flagsOf(command: Command): readonly string[];
  /** What an error is called, and its exit code; the last one is of all others. */
  kinds: readonly { type: new (...args: never[]) => Error; kind: string; code: number }[];
  version(): string;
  run(command: Command, shown: Shown<Flags>, words: string[]): Promise<Answer>;
}

/** Where a command writes; default: this process. */
export interface Streams {
  out?(text: string): void;
  err?(text: string): void;
  color?: boolean;
  /** For progress that moves; null: a line for each step. */
  screen?: Screen | null;
}

/** Runs one command line; answers the exit code. Data goes to `out`, progress and refusals to `err`. */
export async function runProgram<Flags extends CommonFlags, Command extends Described>(
  program: Program<Flags, Command>,
  args: string[],
  streams: Streams = {},
): Promise<number> {
  const { out = console.log } = streams;
  const color = streams.color ?? (process.stdout.isTTY === true && !process.env['NO_COLOR']);
  const err = (text: string) => (streams.err ?? console.error)(harmless(text, color));
  const tell = (text: string) => {
    out(text);
    return exitCodes.done;
  };
  const progress = new Progress(
    err,
    streams.screen === undefined && process.stderr.isTTY
      ? process.stderr
      : (streams.screen ?? null),
  );
  let given: CommonFlags = { json: args.includes('--json'), verbose: args.includes('--verbose') };
  try {
    const line = program.read(args);
    const { flags } = line;
    given = flags;
    if (flags.version) return tell(program.version());
    const { name, words } = nameOf(program, line.words);
    if (flags.help && !Object.hasOwn(program.commands, name) && isGroup(program, name))
      return tell(overviewOf(program, name));
    const command = commandOf(program, name);
    if (flags.help)
      return tell(
        [
          `${program.name} ${command.usage}\n\n  ${command.does}`,
          ...optionLines(program, program.flagsOf(command)),
        ].join('\n'),
      );
    checkFlags(name, program.everywhere, program.flagsOf(command), flags);
    if (words.length < command.words[0] || words.length > command.words[1])
      throw new UsageError(`usage: ${program.name} ${command.usage}`);
    const shown = { flags, paint: painter(color), report: progress.step };
    const { data, text, failed } = await program.run(command, shown, words);
    progress.end('✓');
    out(flags.json ? JSON.stringify(data, null, 2) : harmless(text, color));
    return failed ? exitCodes.refused : exitCodes.done;
  } catch (error) {
    progress.end('✗');
    return explain(program, error as Error, given, { out, err, color });
  }
}

/** Lines of --help: a sentence and the default of each option, those of the command first. */
function optionLines(
  { options, everywhere }: Pick<Any, 'options' | 'everywhere'>,
  flags: readonly string[],
): string[] {
  const rows = [...flags, ...everywhere].flatMap((name) => {
    const { short, value, help, otherwise } = options?.[name] ?? {};
    const label = `${short ? `-${short}, ` : ''}--${name}${value ? ` ${value}` : ''}`;
    return help ? [[label, `${help} Default: ${otherwise}.`]] : [];
  });
  return rows.length > 0 ? ['', ...table(rows, '  ')] : [];
}

type Any = Program<never, Described>;

/** Whether there are commands that begin with this word; of none at all, the whole program. */
const isGroup = ({ commands }: Pick<Any, 'commands'>, name: string) =>
  name === '' || Object.keys(commands).some((command) => command.startsWith(`${name} `));

function nameOf({ commands }: Pick<Any, 'commands'>, [one = '', two, ...rest]: string[]) {
  const both = `${one} ${two}`;
  if (two !== undefined && (Object.hasOwn(commands, both) || isGroup({ commands }, one)))
    return { name: both, words: rest };
  return { name: one, words: two === undefined ? [] : [two, ...rest] };
}

function overviewOf(
  { name, overview, commands }: Omit<Any, 'read' | 'run' | 'flagsOf'>,
  group = '',
) {
  const chosen = Object.entries(commands).filter(
    ([command]) => group === '' || command.startsWith(`${group} `),
  );
  if (group !== '')
    return chosen.map(([, { usage, does }]) => `${name} ${usage}\n  ${does}`).join('\n');
  const width = Math.max(...chosen.map(([command]) => command.length)) + 1;
  const lines = chosen.map(([command, { does }]) => `  ${command.padEnd(width)} ${does}`);
  return [`${name} ${overview.head}`, '', ...lines, '', ...overview.foot].join('\n');
}

function commandOf<Command extends Described>(
  program: Pick<Any, 'name' | 'overview'> & { commands: Readonly<Record<string, Command>> },
  name: string,
): Command {
  const { commands } = program;
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (command) return command;
  const all = overviewOf(program as never, isGroup(program, name) ? name : '');
  throw new UsageError(
    name && !isGroup(program, name)
      ? `there is no command '${name}'${closest(name, namesOf(commands, name))}\n\n${all}`
      : all,
  );
}

/** What could have been meant: commands, and for a single word their first ones, too. */
const namesOf = (commands: object, written: string): string[] => {
  const all = Object.keys(commands);
  const first = all.map((name) => name.split(' ')[0] ?? name);
  return written.includes(' ') ? all : [...new Set([...first, ...all])];
};

/** One sentence for people, the stack for whoever asks; answers the exit code. */
function explain(
  { kinds }: Pick<Any, 'kinds'>,
  error: Error,
  { json, verbose }: CommonFlags,
  { out, err, color }: Required<Pick<Streams, 'out' | 'err' | 'color'>>,
): number {
  const known = kinds.find(({ type }) => error instanceof type) ?? kinds.at(-1);
  const { kind, code } = known ?? { kind: 'failed', code: exitCodes.unreachable };
  const message = kind === 'usage' ? error.message : (error.message.split('\n')[0] ?? '');
  if (json) out(JSON.stringify({ error: kind, message }));
  err(kind === 'usage' ? message : `${painter(color)('red', kind)}: ${message}`);
  if (verbose)
    for (let cause: unknown = error; cause instanceof Error; cause = cause.cause)
      err(cause.stack ?? cause.message);
  else if (message !== error.message || error.cause) err('(--verbose says more)');
  return code;
}
