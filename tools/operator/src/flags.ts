import { type FlagsOf, readCommandLine as readLine } from '@carry/releases/command-line';

export const options = {
  api: { type: 'string', value: 'URL', help: 'URL of the API.', otherwise: 'API_URL' },
  json: { type: 'boolean', help: 'Print the result as JSON.', otherwise: 'text' },
  verbose: { type: 'boolean', help: 'Print stack traces of errors.', otherwise: 'off' },
  version: { type: 'boolean', help: 'Print the version.', otherwise: 'off' },
  help: { type: 'boolean', short: 'h', help: 'Print this help.', otherwise: 'off' },
  yes: { type: 'boolean', short: 'y', help: 'Confirm without a prompt.', otherwise: 'ask' },
  below: {
    type: 'string',
    value: 'ID',
    range: [1, 2 ** 31 - 1],
    help: 'List entries below this id: the last one of the previous page.',
    otherwise: 'the newest',
  },
  why: {
    type: 'string',
    value: 'TEXT',
    help: 'Reason, shown in the list of hidden reviews.',
    otherwise: 'required',
  },
  name: {
    type: 'string',
    value: 'NAME',
    help: 'Display name of the coach.',
    otherwise: "required by 'add', else unchanged",
  },
  zone: {
    type: 'string',
    value: 'ZONE',
    help: 'IANA time zone such as Europe/Berlin.',
    otherwise: "required by 'add', else unchanged",
  },
  description: {
    type: 'string',
    value: 'FILE',
    help: 'Markdown file with the description of the coach.',
    otherwise: 'unchanged',
  },
  buffer: {
    type: 'string',
    value: 'MINUTES',
    range: [0, 240],
    help: 'Free minutes before and after a session.',
    otherwise: 'unchanged',
  },
  notice: {
    type: 'string',
    value: 'MINUTES',
    range: [0, 20_160],
    help: 'Minimum minutes between a booking and its session.',
    otherwise: 'unchanged',
  },
  ahead: {
    type: 'string',
    value: 'DAYS',
    range: [1, 60],
    help: 'Days ahead that can be booked.',
    otherwise: 'unchanged',
  },
  label: {
    type: 'string',
    value: 'TEXT',
    help: 'Name of the service.',
    otherwise: "required by 'add', else unchanged",
  },
  rate: {
    type: 'string',
    value: 'USD',
    help: 'Price in US dollars.',
    otherwise: "required by 'add', else unchanged",
  },
  hourly: {
    type: 'boolean',
    help: "Charge the price per hour; only with 'add'.",
    otherwise: 'per session',
  },
  out: {
    type: 'string',
    value: 'FILE',
    help: 'Write to a new file.',
    otherwise: 'standard output',
  },
} as const;

/** Options of every command. */
export const everywhere = ['api', 'json', 'verbose', 'version', 'help', 'yes'] as const;

/** An option of some commands. */
export type Flag = Exclude<keyof typeof options, (typeof everywhere)[number]>;
export type Flags = FlagsOf<typeof options>;

export const readCommandLine = (args: string[]) => readLine(args, options);
