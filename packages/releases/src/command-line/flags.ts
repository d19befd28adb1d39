import { parseArgs } from 'node:util';
import { closest } from './closest';

/** A command line that makes no sense; the exit code is 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

interface FlagRule {
  readonly type: 'string' | 'boolean';
  readonly short?: string;
  readonly multiple?: boolean;
  /** Minimum and maximum of a whole number. */
  readonly range?: readonly [number, number];
  /** Placeholder of the value in --help. */
  readonly value?: string;
  /** Sentence for --help. */
  readonly help?: string;
  /** Default for --help. */
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
/** What a command line says by the flags of a table. */
export type FlagsOf<T extends FlagTable> = { -readonly [Name in keyof T]?: ValueOf<T[Name]> };

/** The words and flags of a command line; throws {@link UsageError}. */
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
      return [name, range ? numberOf(name, String(value), range) : value] as const;
    });
    return { words: positionals, flags: Object.fromEntries(flags) as FlagsOf<T> };
  } catch (error) {
    if (error instanceof UsageError) throw error;
    const { message } = error as Error;
    const [, unknown] = /^Unknown option '--?([^']+)'/.exec(message) ?? [];
    if (unknown === undefined) throw new UsageError(message.split('. ')[0] ?? message);
    throw new UsageError(
      `there is no flag --${unknown}${closest(unknown, Object.keys(options), '--')}`,
    );
  }
}

/** Refuses a flag that means nothing to a command, which somebody would otherwise believe to have worked. */
export function checkFlags(
  command: string,
  everywhere: readonly string[],
  allowed: readonly string[],
  flags: object,
): void {
  const stray = Object.keys(flags).find(
    (flag) => !everywhere.includes(flag) && !allowed.includes(flag),
  );
  if (stray)
    throw new UsageError(
      `'${command}' has no option --${stray}${allowed.length > 0 ? `; it has --${allowed.join(', --')}` : ''}`,
    );
}

function numberOf(flag: string, text: string, [least, most]: readonly [number, number]): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < least || value > most)
    throw new UsageError(`--${flag} is a whole number from ${least} to ${most}, not '${text}'`);
  return value;
}
