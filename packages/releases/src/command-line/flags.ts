import { parseArgs } from 'node:util';
import { closest } from './closest';

/** An invalid command line; the exit code is 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

interface FlagRule {
  readonly type: 'string' | 'boolean';
  readonly short?: string;
  readonly multiple?: boolean;
  /** Minimum and maximum of a whole number. */
  readonly range?: readonly [number, number];
  /** Placeholder of the value in the help. */
  readonly value?: string;
  /** One sentence and the default. */
  readonly help?: string;
  /** Default, where `help` does not name it. */
  readonly otherwise?: string;
}
export type FlagTable = Readonly<Record<string, FlagRule>>;

type ValueOf<R extends FlagRule> = R extends { type: 'boolean' }
  ? boolean
  : R extends { range: readonly [number, number] }
    ? number
    : R extends { multiple: true }
      ? string[]
      : string;
export type FlagsOf<T extends FlagTable> = { -readonly [Name in keyof T]?: ValueOf<T[Name]> };

/** Parses a command line. Throws {@link UsageError}. */
export function readCommandLine<T extends FlagTable>(
  args: string[],
  table: T,
): { words: string[]; flags: FlagsOf<T> } {
  const options = Object.fromEntries(
    Object.entries(table).map(([name, { type, short, multiple }]) => [
      name,
      { type, ...(short && { short }), ...(multiple && { multiple }) },
    ]),
  );
  try {
    const { positionals, values } = parseArgs({ args, allowPositionals: true, options });
    const flags = Object.entries(values).map(([name, value]) => {
      const range = table[name]?.range;
      return [name, range ? parseNumber(name, String(value), range) : value] as const;
    });
    return { words: positionals, flags: Object.fromEntries(flags) as FlagsOf<T> };
  } catch (error) {
    if (error instanceof UsageError) throw error;
    const { message } = error as Error;
    const [, flag] = /^Unknown option '--?([^']+)'/.exec(message) ?? [];
    if (flag === undefined) throw new UsageError(message.split('. ')[0] ?? message);
    throw new UsageError(`there is no flag --${flag}${closest(flag, Object.keys(options), '--')}`);
  }
}

/** Throws {@link UsageError} for a flag that the command would ignore. */
export function checkFlags(
  command: string,
  everywhere: readonly string[],
  allowed: readonly string[],
  flags: object,
): void {
  const unsupported = Object.keys(flags).find(
    (flag) => !everywhere.includes(flag) && !allowed.includes(flag),
  );
  if (unsupported)
    throw new UsageError(
      `'${command}' has no option --${unsupported}${allowed.length > 0 ? `; it has --${allowed.join(', --')}` : ''}`,
    );
}

function parseNumber(flag: string, text: string, [least, most]: readonly [number, number]): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < least || value > most)
    throw new UsageError(
      `--${flag} must be a whole number from ${least} to ${most}, not '${text}'`,
    );
  return value;
}

/** Returns one line of help for each of these flags that has a help text. */
export function describeFlags(table: FlagTable, names: readonly string[]): string[] {
  const rows = names.flatMap((name) => {
    const { short, value, help, otherwise } = table[name] ?? {};
    const flag = `${short ? `-${short}, ` : ''}--${name}${value ? ` ${value}` : ''}`;
    return help ? [{ flag, help: otherwise ? `${help} Default: ${otherwise}.` : help }] : [];
  });
  const width = Math.max(0, ...rows.map(({ flag }) => flag.length));
  return rows.map(({ flag, help }) => `  ${flag.padEnd(width)}  ${help}`);
}
