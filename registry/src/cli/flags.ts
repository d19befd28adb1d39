import { parseArgs } from 'node:util';
import { channelName } from '@carry/contracts/release';
import { closest } from './closest';

/** A command line that makes no sense; the exit code is 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

const options = {
  store: { type: 'string' },
  json: { type: 'boolean' },
  verbose: { type: 'boolean' },
  version: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
  why: { type: 'string' },
  channel: { type: 'string' },
  percent: { type: 'string' },
  expires: { type: 'string' },
  keep: { type: 'string' },
  limit: { type: 'string' },
  path: { type: 'string', multiple: true },
  key: { type: 'string', multiple: true },
  to: { type: 'string' },
  out: { type: 'string' },
  port: { type: 'string' },
  contact: { type: 'string' },
  budget: { type: 'string' },
  'to-latest': { type: 'boolean' },
  'dry-run': { type: 'boolean' },
} as const;

const everywhere = new Set(['store', 'to', 'json', 'verbose', 'version', 'help']);

/** A flag that only some commands take. */
export type Flag = Exclude<
  keyof typeof options,
  'store' | 'to' | 'json' | 'verbose' | 'version' | 'help'
>;

export interface Flags {
  store?: string;
  json?: boolean;
  verbose?: boolean;
  version?: boolean;
  help?: boolean;
  why?: string;
  channel?: string;
  percent?: number;
  expires?: number;
  keep?: number;
  limit?: number;
  path?: string[];
  key?: string[];
  to?: string;
  out?: string;
  port?: number;
  contact?: string;
  budget?: number;
  'to-latest'?: boolean;
  'dry-run'?: boolean;
}

const ranges = {
  percent: [0, 100],
  expires: [1, 365],
  keep: [0, 10_000],
  limit: [1, 10_000],
  budget: [1, 10_000_000],
  port: [0, 65_535],
} as const;

/** The words and flags of a command line; throws {@link UsageError}. */
export function readCommandLine(args: string[]): { words: string[]; flags: Flags } {
  try {
    const { positionals, values } = parseArgs({ args, allowPositionals: true, options });
    const { percent, expires, keep, limit, budget, port, ...rest } = values;
    const numbers = Object.entries({ percent, expires, keep, limit, budget, port }).flatMap(
      ([flag, text]) => {
        const [least, most] = ranges[flag as keyof typeof ranges];
        return text === undefined ? [] : [[flag, numberOf(flag, text, least, most)] as const];
      },
    );
    if (values.channel !== undefined && !channelName.safeParse(values.channel).success)
      throw new UsageError(
        `--channel is lower-case letters, digits and hyphens such as pr-42, not '${values.channel}'`,
      );
    return {
      words: positionals,
      flags: {
        ...rest,
        ...(Object.fromEntries(numbers) as Pick<Flags, keyof typeof ranges>),
      } as Omit<typeof values, keyof typeof ranges>,
    };
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
export function checkFlags(command: string, allowed: readonly Flag[], flags: Flags): void {
  const stray = Object.keys(flags).find(
    (flag) => !everywhere.has(flag) && !allowed.includes(flag as Flag),
  );
  if (stray)
    throw new UsageError(
      `'${command}' takes no --${stray}${allowed.length > 0 ? `; it takes --${allowed.join(', --')}` : ''}`,
    );
}

function numberOf(flag: string, text: string, least: number, most: number): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < least || value > most)
    throw new UsageError(`--${flag} is a whole number from ${least} to ${most}, not '${text}'`);
  return value;
}
