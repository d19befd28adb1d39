import { type FlagsOf, type FlagTable, wholeNumber } from '@carry/releases/cli';

export const options = {
  api: { value: 'URL', help: 'URL of the API. Default: API_URL.' },
  json: { help: 'Print the result as JSON. Default: text.' },
  verbose: { help: 'Print stack traces of errors. Default: off.' },
  yes: { short: 'y', help: 'Confirm without a prompt. Default: ask.' },
  below: {
    value: 'ID',
    parse: wholeNumber(1, 2 ** 31 - 1),
    help: 'List entries below this id: the last one of the previous page. Default: the newest.',
  },
  after: {
    value: 'ENTRY',
    help: 'List entries after this one, such as lol/kim@example.com: the last one of the previous page. Default: from the start.',
  },
  state: {
    value: 'STATE',
    help: 'List only open or decided applications, reported or hidden reviews; open, sent or dismissed emails. Default: both; of emails, open.',
  },
  since: {
    value: 'TIME',
    help: 'Time of the application in the list: refuses one that has changed since you read it. Default: decides on any.',
  },
  why: {
    value: 'TEXT',
    help: "Reason: in the list of hidden reviews, or in the email to an applicant. Default: required by 'hide', else none.",
  },
  amount: {
    value: 'USD',
    help: 'Part to refund, or that you paid back another way. Default: the whole payment. Of payouts: what you paid; negative for a booking that the coach paid back.',
  },
  earlier: {
    help: "With the amount of a payout: you paid it before a refund or lost dispute, so it's the share before that. Default: what is pending.",
  },
  refunded: {
    value: 'USD',
    help: 'With --amount: what the list shows as refunded already, so that a repeated command refunds once. Default: 0.',
  },
  refund: {
    value: 'STATE',
    help: 'List bookings with this refund: due (on its way), failed, requested (by the student) or refunded (all or a part). Default: all bookings.',
  },
  name: {
    value: 'NAME',
    help: "Display name of the coach. Default: required by 'add', else unchanged.",
  },
  zone: {
    value: 'ZONE',
    help: "IANA time zone such as Europe/Berlin. Default: required by 'add', else unchanged.",
  },
  description: {
    value: 'FILE',
    help: 'Markdown file with the description of the coach. Default: unchanged.',
  },
  slug: {
    value: 'WORD',
    help: "Last part of the address of the coach's page. Default: unchanged.",
  },
  game: {
    value: 'CODE',
    help: 'List coaches of this game only, such as lol. Default: all games.',
  },
  games: {
    value: 'CODES',
    help: "Games with commas, such as lol,cs2; 'none' for none. Default: unchanged.",
  },
  languages: {
    value: 'CODES',
    help: "Languages with commas, such as en,ko; 'none' for none. Default: unchanged.",
  },
  country: {
    value: 'CODE',
    help: "Country such as KR; 'none' hides it. Default: unchanged.",
  },
  clip: {
    value: 'URL',
    help: "YouTube or Twitch video; 'none' hides it. Default: unchanged.",
  },
  buffer: {
    value: 'MINUTES',
    parse: wholeNumber(0, 240),
    help: 'Break before and after a session, in minutes. Default: unchanged.',
  },
  notice: {
    value: 'MINUTES',
    parse: wholeNumber(0, 20_160),
    help: 'Minimum minutes between a booking and its session. Default: unchanged.',
  },
  ahead: {
    value: 'DAYS',
    parse: wholeNumber(1, 60),
    help: 'Days ahead that can be booked. Default: unchanged.',
  },
  label: {
    value: 'TEXT',
    help: "Name of the service. Default: required by 'add', else unchanged.",
  },
  rate: {
    value: 'USD',
    help: "Price in US dollars. Default: required by 'add', else unchanged.",
  },
  hourly: {
    help: "Charge the price per hour; only with 'add'. Default: per session.",
  },
  until: {
    value: 'DATE',
    help: 'Sessions completed and orders delivered up to this date in UTC, such as 2026-11-30. Required.',
  },
  from: {
    value: 'DATE',
    help: "First day of the ledger in the site's time zone, such as 2026-01-01. Default: from the start.",
  },
  to: {
    value: 'DATE',
    help: "Last day of the ledger in the site's time zone, such as 2026-12-31. Default: today.",
  },
  release: {
    help: 'Pay the coach although a refund failed: the student gets nothing more. Default: refuse.',
  },
  out: {
    value: 'FILE',
    help: 'Write to a new file. Default: standard output.',
  },
} as const satisfies FlagTable;

export const everywhere = ['api', 'json', 'verbose', 'yes'] as const;

export type Flag = Exclude<keyof typeof options, (typeof everywhere)[number]>;
export type Flags = FlagsOf<typeof options>;
