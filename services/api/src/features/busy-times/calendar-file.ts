const DAY_MS = 24 * 3_600_000;

/** Event or free/busy list of a file, as text. */
export interface Entry {
  kind: string;
  body: string;
}

export interface CalendarFile {
  zones: string[];
  entries: Entry[];
  /** First day of the window as yyyymmdd, in any zone. */
  day: string;
}

const BLOCK = /^BEGIN:(VEVENT|VFREEBUSY|VTIMEZONE)[ \t]*\n/im;
const END_OF_BLOCK = /^END:(?:VEVENT|VFREEBUSY|VTIMEZONE)[ \t]*$/im;
const START_DATE = /^DTSTART[^:\n]*:(\d{8})/im;
const END_DATE = /^DTEND[^:\n]*:(\d{8})/im;
const REPEATS = /^(RRULE|RDATE|RECURRENCE-ID)/im;
/** Properties that are read. Others may be broken. */
const USED =
  /^(UID|SUMMARY|DTSTART|DTEND|DURATION|RRULE|RDATE|EXDATE|RECURRENCE-ID|TRANSP|STATUS|X-MICROSOFT-CDO-BUSYSTATUS|FREEBUSY)[;:]/i;
/** The same of time zones. */
const USED_OF_ZONE = /^(BEGIN|END|TZID|DTSTART|TZOFFSETFROM|TZOFFSETTO|RRULE|RDATE)[;:]/i;
const MAX_TITLE = 40;

const isBefore = (day: string, date: RegExp, body: string): boolean => {
  const value = date.exec(body)?.[1];
  return value !== undefined && value < day && !REPEATS.test(body);
};

/** Splits a file into entries, without single events before the window. Returns null for a file that is no calendar or ends early. */
export function splitFile(file: string, from: Date): CalendarFile | null {
  const text = file.replaceAll(/\r\n?/g, '\n');
  const begins = text.match(/^\uFEFF?BEGIN:VCALENDAR[ \t]*$/gim)?.length ?? 0;
  const ends = text.match(/^END:VCALENDAR[ \t]*$/gim)?.length ?? 0;
  if (begins === 0 || begins !== ends) return null;
  const day = new Date(from.getTime() - 2 * DAY_MS).toISOString().slice(0, 10).replaceAll('-', '');
  const zones: string[] = [];
  const entries: Entry[] = [];
  const [, ...blocks] = text.split(BLOCK);
  for (let at = 0; at < blocks.length; at += 2) {
    const kind = (blocks[at] ?? '').toUpperCase();
    const block = blocks[at + 1] ?? '';
    const end = END_OF_BLOCK.exec(block);
    const body = end ? block.slice(0, end.index) : block;
    if (kind === 'VTIMEZONE') zones.push(printZone(body));
    else if (!isBefore(day, END_DATE, body)) entries.push({ kind, body });
  }
  return { zones, entries, day };
}

const splitLines = (body: string): string[] => body.split(/\n(?![ \t])/);

function printZone(body: string): string {
  const lines = splitLines(body).filter((line) => USED_OF_ZONE.test(line));
  return ['BEGIN:VTIMEZONE', ...lines.map((line) => line.trimEnd()), 'END:VTIMEZONE'].join('\n');
}

/** Returns the lines of an entry that are read, still folded. Leaves out its alarms. */
function readLines({ body }: Entry): string[] {
  let depth = 0;
  return splitLines(body).filter((line) => {
    if (/^BEGIN:/i.test(line)) depth++;
    else if (/^END:/i.test(line)) depth--;
    return depth === 0 && USED.test(line);
  });
}

export const printEntry = (entry: Entry): string =>
  [
    `BEGIN:${entry.kind}`,
    ...readLines(entry).map((line) => line.trimEnd()),
    `END:${entry.kind}`,
  ].join('\n');

/** True if an entry begins before the window and does not repeat. */
export const isPast = ({ body }: Entry, day: string): boolean => isBefore(day, START_DATE, body);

export const shorten = (text: string): string => [...text].slice(0, MAX_TITLE).join('');

/** Returns the title of an entry, or else its date, as part of a sentence. */
export function nameEntry(entry: Entry): string {
  const summary = readLines(entry).find((line) => /^SUMMARY[;:]/i.test(line)) ?? '';
  const title = summary
    .replaceAll(/\n[ \t]/g, '')
    .replace(/^SUMMARY(?:;(?:"[^"]*"|[^":])*)?:?/i, '')
    .replaceAll(/\\n|\p{Cc}/giu, ' ')
    .replaceAll(/\\(.)/g, '$1')
    .trim();
  if (title) return `“${shorten(title)}”`;
  const date = START_DATE.exec(entry.body)?.[1];
  return date
    ? `the event on ${date.replace(/(....)(..)(..)/, '$1-$2-$3')}`
    : 'an event without a date';
}
