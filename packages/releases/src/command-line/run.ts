import { type CommanderError, Command as Node, type OutputConfiguration } from 'commander';
import { createOption, type FlagTable, UsageError } from './flags';
import { harmless, type Paint, painter } from './output';
import { Progress, type Screen } from './progress';

/** 0 done · 1 refused or problems reported · 2 wrong usage · 3 a lock or a concurrent change · 4 store or server unreachable. */
export const exitCodes = { done: 0, refused: 1, usage: 2, conflict: 3, unreachable: 4 } as const;

const HELP_WIDTH = 110;

/** Result of a command: `data` for --json, `text` for people; `failed` makes the exit code 1. */
export interface Answer {
  data: unknown;
  text: string;
  failed?: boolean;
  isPrinted?: boolean;
}

export interface Described {
  does: string;
  /** Arguments in commander's notation: `<required> [optional] [rest...]`. */
  args?: string;
  flags?: readonly string[];
  isDefault?: boolean;
}

interface CommonFlags {
  json?: boolean;
  verbose?: boolean;
}

export interface Shown<Flags> {
  flags: Flags;
  paint: Paint;
  report(step: string): void;
  print(text: string): void;
}

export interface Program<Flags extends CommonFlags, Command extends Described> {
  name: string;
  foot: string;
  commands: Readonly<Record<string, Command>>;
  groups: Readonly<Record<string, string>>;
  flags: FlagTable;
  everywhere: readonly string[];
  /** Label and exit code by type of error; the last one is the fallback. */
  kinds: readonly { type: new (...args: never[]) => Error; kind: string; code: number }[];
  version: string;
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
  const progress = new Progress(
    err,
    streams.screen === undefined && process.stderr.isTTY
      ? process.stderr
      : (streams.screen ?? null),
  );
  let code: number = exitCodes.done;
  const root = createCommands(program, {
    output: {
      writeOut: (text) => out(text.trimEnd()),
      writeErr: (text) => err(text.trimEnd()),
      outputError: () => {}, // `explain` prints it
    },
    async act(command, flags, words) {
      const print = (text: string) => out(flags.json ? text : harmless(text, color));
      const shown = { flags, paint: painter(color), report: progress.step, print };
      const { data, text, failed, isPrinted } = await program.run(command, shown, words);
      progress.end('✓');
      const printable = () => harmless(nameCommands(text, program.name), color);
      if (!isPrinted) out(flags.json ? JSON.stringify(data, null, 2) : printable());
      if (failed) code = exitCodes.refused;
    },
  });
  try {
    await root.parseAsync(args, { from: 'user' });
    return code;
  } catch (error) {
    if ((error as CommanderError).exitCode === 0) return exitCodes.done; // printed help or version
    progress.end('✗');
    const common = { json: args.includes('--json'), verbose: args.includes('--verbose') };
    return explain(program, error as Error, { ...common, out, err, color });
  }
}

interface Effects<Flags, Command> {
  output: OutputConfiguration;
  act(command: Command, flags: Flags, words: string[]): Promise<void>;
}

function createCommands<Flags extends CommonFlags, Command extends Described>(
  { name, foot, commands, groups, flags, everywhere, version }: Program<Flags, Command>,
  { output, act }: Effects<Flags, Command>,
): Node {
  const root = configure(new Node(name), flags, everywhere)
    .configureOutput(output)
    .configureHelp({ helpWidth: HELP_WIDTH, showGlobalOptions: true })
    .version(version, '--version', 'Prints the version and exits. Default: off.')
    .addHelpText('after', `\n${foot}`);
  for (const [words, command] of Object.entries(commands)) {
    const [first = '', second] = words.split(' ');
    const group = root.commands.find((node) => node.name() === first);
    const parent = second ? (group ?? createGroup(root, first, groups)) : root;
    const { does, args, flags: commandFlags = [], isDefault = false } = command;
    const node = configure(parent.command(second ?? first, { isDefault }), flags, commandFlags);
    for (const argument of args?.split(' ') ?? []) node.argument(argument);
    node.description(does).action(() => act(command, readFlags<Flags>(root, node), node.args));
  }
  return root;
}

const createGroup = (root: Node, name: string, groups: Readonly<Record<string, string>>) =>
  configure(root.command(name), {}, []).description(groups[name] ?? '');

function configure(node: Node, table: FlagTable, flags: readonly string[]): Node {
  for (const flag of flags) {
    const rule = table[flag];
    if (rule) node.addOption(createOption(flag, rule));
  }
  return node
    .helpOption('-h, --help', 'Prints this help and exits. Default: off.')
    .exitOverride((error) => {
      if (error.exitCode === 0) throw error;
      const path = [node.name()];
      for (let above = node.parent; above; above = above.parent) path.unshift(above.name());
      const message =
        error.code === 'commander.help'
          ? 'a command is missing'
          : error.message.slice('error: '.length);
      throw new UsageError(`${message}\nsee '${path.join(' ')} --help'`);
    });
}

function readFlags<Flags>(root: Node, node: Node): Flags {
  const values = node.optsWithGlobals<Record<string, unknown>>();
  return Object.fromEntries(
    [...root.options, ...node.options].flatMap((option) => {
      const value = values[option.attributeName()];
      return value === undefined ? [] : [[option.name(), value]];
    }),
  ) as Flags;
}

interface ErrorOutput extends Required<Pick<Streams, 'out' | 'err' | 'color'>>, CommonFlags {}

/** Names the commands of a text as this program is called. Those for operators run elsewhere and stay. */
const nameCommands = (text: string, name: string): string =>
  text.replaceAll(/'releases (?!owner |site )/g, `'${name} `);

function explain(
  { kinds, name }: Pick<Program<never, never>, 'kinds' | 'name'>,
  error: Error,
  { json, verbose, out, err, color }: ErrorOutput,
): number {
  const match = kinds.find(({ type }) => error instanceof type) ?? kinds.at(-1);
  const { kind, code } = match ?? { kind: 'failed', code: exitCodes.unreachable };
  const text = nameCommands(error.message, name);
  const message = kind === 'usage' ? text : (text.split('\n')[0] ?? '');
  if (json) out(JSON.stringify({ error: kind, message }));
  err(kind === 'usage' ? message : `${painter(color)('red', kind)}: ${message}`);
  if (verbose)
    for (let cause: unknown = error; cause instanceof Error; cause = cause.cause)
      err(cause.stack ?? cause.message);
  else if (message !== text || error.cause) err('(use --verbose for details)');
  return code;
}
