import { type FlagsOf, readCommandLine as readLine } from '@carry/releases/command-line';

const table = {
  api: { type: 'string' },
  json: { type: 'boolean' },
  verbose: { type: 'boolean' },
  version: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
  yes: { type: 'boolean', short: 'y' },
  below: { type: 'string', range: [1, 2 ** 31 - 1] },
  why: { type: 'string' },
  name: { type: 'string' },
  zone: { type: 'string' },
  description: { type: 'string' },
  buffer: { type: 'string', range: [0, 240] },
  notice: { type: 'string', range: [0, 20_160] },
  ahead: { type: 'string', range: [1, 60] },
  label: { type: 'string' },
  rate: { type: 'string' },
  hourly: { type: 'boolean' },
  out: { type: 'string' },
} as const;

/** What any command takes. */
export const everywhere = ['api', 'json', 'verbose', 'version', 'help', 'yes'] as const;

/** A flag that only some commands take. */
export type Flag = Exclude<keyof typeof table, (typeof everywhere)[number]>;
export type Flags = FlagsOf<typeof table>;

export const readCommandLine = (args: string[]) => readLine(args, table);
