import { closest } from './closest';
import { checkFlags, describeFlags, type FlagTable, UsageError } from './flags';
import { harmless, type Paint, painter } from './output';
import { Progress, type Screen } from './progress';

/** 0 done · 1 refused or problems reported · 2 wrong usage · 3 a lock or a concurrent change · 4 store or server unreachable. */
export const exitCodes = { done: 0, refused: 1, usage: 2, conflict: 3, unreachable: 4 } as const;

/** Result of a command: `data` for --json, `text` for people; `failed` makes the exit code 1. */
export interface Answer {
  data: unknown;
  text: string;
  failed?: boolean;
}

/** Help and arity of a command. */
export interface Described {
  usage: string;
  does: string;
  /** Minimum and maximum number of arguments. */
  words: readonly [number, number];
}

interface CommonFlags {
  json?: boolean;
  verbose?: boolean;
  version?: boolean;
  help?: boolean;
}

/** Terminal of a command. */
export interface Shown<Flags> {
  flags: Flags;
  paint: Paint;
  report(step: string): void;
}

/** A program with commands of one or two words. */
export interface Program<Flags extends CommonFlags, Command extends Described> {
  name: string;
  /** Text above and below the list of commands. */
  overview: { head: string; foot: string[] };
  commands: Readonly<Record<string, Command>>;
  read(args: string[]): { words: string[]; flags: Flags };
  everywhere: readonly string[];
  /** Flags with their help texts. */
  flags?: FlagTable;
  flagsOf(command: Command): readonly string[];
  /** Label and exit code by type of error; the last one is the fallback. */
  kinds: readonly { type: new (...args: never[]) => Error; kind: string; code: number }[];
  version(): string;
  run(command: Command, shown: Shown<Flags>, words: string[]): Promise<Answer>;
}

/** Output of a command; default: this process. */
export interface Streams {
  out?(text: string): void;
  err?(text: string): void;
  color?: boolean;
  /** Terminal for animated progress; null: one line per step. */
  screen?: Screen | null;
}

/** Runs one command line and returns the exit code. Data goes to `out`, progress and errors to `err`. */
export async function runProgram<Flags extends CommonFlags, Command extends Described>(
  program: Program<Flags, Command>,
  args: string[],
  streams: Streams = {},
): Promise<number> {
  const { out = console.log } = streams;
  const color = streams.color ?? (process.stdout.isTTY === true && !process.env['NO_COLOR']);
  const err = (text: string) => (streams.err ?? console.error)(harmless(text, color));
  const print = (text: string) => {
    out(text);
    return exitCodes.done;
  };
  const progress = new Progress(
    err,
    streams.screen === undefined && process.stderr.isTTY
      ? process.stderr
      : (streams.screen ?? null),
  );
  let common: CommonFlags = { json: args.includes('--json'), verbose: args.includes('--verbose') };
  try {
    const line = program.read(args);
    const { flags } = line;
    common = flags;
    if (flags.version) return print(program.version());
    const { name, words } = nameOf(program, line.words);
    if (flags.help && !Object.hasOwn(program.commands, name) && isGroup(program, name))
      return print(overviewOf(program, name));
    const command = commandOf(program, name);
    if (flags.help) return print(helpOf(program, command));
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
    return explain(program, error as Error, common, { out, err, color });
  }
}

type Any = Program<never, Described>;

/** True for the first word of a group of commands, and for no word. */
const isGroup = ({ commands }: Pick<Any, 'commands'>, name: string) =>
  name === '' || Object.keys(commands).some((command) => command.startsWith(`${name} `));

function nameOf({ commands }: Pick<Any, 'commands'>, [one = '', two, ...rest]: string[]) {
  const both = `${one} ${two}`;
  if (two !== undefined && (Object.hasOwn(commands, both) || isGroup({ commands }, one)))
    return { name: both, words: rest };
  return { name: one, words: two === undefined ? [] : [two, ...rest] };
}

function overviewOf(
  { name, overview, commands, flags, everywhere }: Omit<Any, 'read' | 'run' | 'flagsOf'>,
  group = '',
) {
  const chosen = Object.entries(commands).filter(
    ([command]) => group === '' || command.startsWith(`${group} `),
  );
  if (group !== '')
    return chosen.map(([, { usage, does }]) => `${name} ${usage}\n  ${does}`).join('\n');
  const width = Math.max(...chosen.map(([command]) => command.length)) + 1;
  const lines = chosen.map(([command, { does }]) => `  ${command.padEnd(width)} ${does}`);
  const options = describeFlags(flags ?? {}, everywhere);
  const common = options.length > 0 ? ['Options of every command:', ...options, ''] : [];
  return [`${name} ${overview.head}`, '', ...lines, '', ...common, ...overview.foot].join('\n');
}

function helpOf<Flags extends CommonFlags, Command extends Described>(
  { name, flags = {}, everywhere, flagsOf }: Program<Flags, Command>,
  command: Command,
): string {
  const options = describeFlags(flags, [...flagsOf(command), ...everywhere]);
  const section = options.length > 0 ? ['', 'Options:', ...options] : [];
  return [`${name} ${command.usage}`, '', `  ${command.does}`, ...section].join('\n');
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

/** Returns candidates for a suggestion: commands, and for a single word also their first words. */
const namesOf = (commands: object, input: string): string[] => {
  const all = Object.keys(commands);
  const first = all.map((name) => name.split(' ')[0] ?? name);
  return input.includes(' ') ? all : [...new Set([...first, ...all])];
};

/** Prints an error in one line, with --verbose also its stack. Returns the exit code. */
function explain(
  { kinds }: Pick<Any, 'kinds'>,
  error: Error,
  { json, verbose }: CommonFlags,
  { out, err, color }: Required<Pick<Streams, 'out' | 'err' | 'color'>>,
): number {
  const match = kinds.find(({ type }) => error instanceof type) ?? kinds.at(-1);
  const { kind, code } = match ?? { kind: 'failed', code: exitCodes.unreachable };
  const message = kind === 'usage' ? error.message : (error.message.split('\n')[0] ?? '');
  if (json) out(JSON.stringify({ error: kind, message }));
  err(kind === 'usage' ? message : `${painter(color)('red', kind)}: ${message}`);
  if (verbose)
    for (let cause: unknown = error; cause instanceof Error; cause = cause.cause)
      err(cause.stack ?? cause.message);
  else if (message !== error.message || error.cause) err('(--verbose says more)');
  return code;
}
