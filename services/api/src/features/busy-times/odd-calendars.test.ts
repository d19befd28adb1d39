import { describe, expect, test } from 'vitest';
import { readCalendar } from './read-calendar';

const window = {
  from: new Date('2026-11-25T00:00:00Z'),
  until: new Date('2027-01-25T00:00:00Z'),
  timeZone: 'Europe/Berlin',
  ownHost: 'site.test',
};
const event = (...lines: string[]) => ['BEGIN:VEVENT', 'UID:a', ...lines, 'END:VEVENT'];
const calendar = (...lines: string[]) =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', ...lines, 'END:VCALENDAR'].join('\r\n');
const good = event('DTSTART:20261210T100000Z', 'DURATION:PT1H');
const GOOD = '12-10 10:00 to 11:00';

async function read(file: string) {
  const { times, problem } = await readCalendar(file, window);
  const short = (at: Date) => at.toISOString().slice(5, 16).replace('T', ' ');
  return {
    problem,
    times: times.map(({ startsAt, endsAt }) => `${short(startsAt)} to ${short(endsAt).slice(6)}`),
  };
}
const createTimes = async (file: string) => (await read(file)).times;

describe('dates of an event', () => {
  const first = ['DTSTART;TZID=Europe/Berlin:20261201T110000', 'DURATION:PT1H'];
  const FIRST = '12-01 10:00 to 11:00';

  test.each<[string, string[], string[]]>([
    ['keeps the first date', ['RDATE:20261205T100000Z'], [FIRST, '12-05 10:00 to 11:00']],
    [
      'reads dates before the first one',
      ['RDATE:20261130T100000Z'],
      ['11-30 10:00 to 11:00', FIRST],
    ],
    [
      'excludes the first date',
      ['RDATE:20261205T100000Z', 'EXDATE:20261201T100000Z'],
      ['12-05 10:00 to 11:00'],
    ],
    ['excludes a day', ['RDATE:20261205T100000Z', 'EXDATE;VALUE=DATE:20261205'], [FIRST]],
    [
      'reads periods',
      ['RDATE;VALUE=PERIOD:20261205T100000Z/PT2H,20261206T100000Z/20261206T103000Z'],
      [FIRST, '12-05 10:00 to 12:00', '12-06 10:00 to 10:30'],
    ],
    [
      'adds dates to a rule',
      ['RRULE:FREQ=WEEKLY;COUNT=2', 'RDATE:20261205T100000Z'],
      [FIRST, '12-05 10:00 to 11:00', '12-08 10:00 to 11:00'],
    ],
    [
      'follows two rules',
      ['RRULE:FREQ=WEEKLY;COUNT=2', 'RRULE:FREQ=MONTHLY;COUNT=2'],
      [FIRST, '12-08 10:00 to 11:00', '01-01 10:00 to 11:00'],
    ],
    [
      'follows an hourly rule',
      ['RRULE:FREQ=HOURLY;INTERVAL=24;COUNT=2'],
      [FIRST, '12-02 10:00 to 11:00'],
    ],
    [
      'excludes dates after one that is none',
      ['RRULE:FREQ=DAILY;COUNT=3', 'EXDATE:20261130T100000Z,20261201T120000Z,20261202T100000Z'],
      [FIRST, '12-03 10:00 to 11:00'],
    ],
  ])('%s', async (_, lines, times) => {
    expect(await read(calendar(...event(...first, ...lines)))).toEqual({ times, problem: null });
  });

  test('replaces the first date', async () => {
    const moved = event(
      'RECURRENCE-ID:20261201T100000Z',
      'DTSTART:20261203T100000Z',
      'DURATION:PT1H',
    );
    expect(
      await createTimes(calendar(...event(...first, 'RDATE:20261205T100000Z'), ...moved)),
    ).toEqual(['12-03 10:00 to 11:00', '12-05 10:00 to 11:00']);
  });
});

test('reads free/busy lists', async () => {
  const list = [
    'BEGIN:VFREEBUSY',
    'DTSTART:20261201T000000Z',
    'DTEND:20261231T000000Z',
    'FREEBUSY:20261201T100000Z/20261201T120000Z,20261202T100000Z/PT1H',
    'FREEBUSY;FBTYPE=BUSY-TENTATIVE:20261203T100000Z/PT1H',
    'FREEBUSY;FBTYPE=BUSY-UNAVAILABLE:20261204T100000Z/PT1H',
    'FREEBUSY;FBTYPE=FREE:20261205T100000Z/PT1H',
    'END:VFREEBUSY',
  ];
  expect(await read(calendar(...list))).toEqual({
    times: [
      '12-01 10:00 to 12:00',
      '12-02 10:00 to 11:00',
      '12-03 10:00 to 11:00',
      '12-04 10:00 to 11:00',
    ],
    problem: null,
  });
});

test.each<[string, string]>([
  ['spaces at the ends of lines', calendar(...good).replaceAll('\r\n', ' \t\r\n')],
  ['a byte order mark', `\uFEFF${calendar(...good)}`],
  ['line feeds', calendar(...good).replaceAll('\r', '')],
  ['carriage returns', calendar(...good).replaceAll('\n', '')],
  ['two calendars', `${calendar(...good)}\r\n\uFEFF${calendar()}`],
  ['a broken task', calendar('BEGIN:VTODO', 'DUE:soon', 'no name', 'END:VTODO', ...good)],
  [
    'a broken text and an alarm',
    calendar(
      ...good.slice(0, -1),
      ...['DESCRIPTION:hello', 'second line of it', 'BEGIN:VALARM', 'DURATION:1H', 'END:VALARM'],
      'END:VEVENT',
    ),
  ],
])('reads a calendar with %s', async (_, file) => {
  expect(await read(file)).toEqual({ times: [GOOD], problem: null });
});

describe('an event that cannot be read', () => {
  const start = 'DTSTART:20261201T100000Z';

  test.each<[string, string[]]>([
    ['no start', ['DURATION:PT1H']],
    ['an empty start', ['DTSTART:', 'DTEND:']],
    ['another format', ['DTSTART:Tuesday', 'DURATION:PT1H']],
    ['a bad length', [start, 'DURATION:1H']],
    ['a bad rule', [start, 'DURATION:PT1H', 'RRULE:FREQ=NEVER']],
    ['an end before its start', [start, 'DTEND:20261201T090000Z']],
  ])('is named if it has %s', async (_, lines) => {
    const file = calendar(...event('SUMMARY:Team call\\, weekly', ...lines), ...good);
    expect(await read(file)).toEqual({
      times: [GOOD],
      problem:
        "We couldn't read “Team call, weekly” in this calendar, so it may not block its time.",
    });
  });

  test('is named without its end', async () => {
    const file = calendar('BEGIN:VEVENT', start, ...good);
    const named = await read(file.replace(start, `${start}\r\nRRULE:FREQ=NEVER`));
    expect(named).toMatchObject({
      times: [GOOD],
      problem: expect.stringContaining('the event on 2026-12-01'),
    });
  });

  test.each(['MINUTELY', 'SECONDLY'])('blocks its first date with FREQ=%s', async (frequency) => {
    const odd = event('SUMMARY:Often', start, 'DURATION:PT1H', `RRULE:FREQ=${frequency}`);
    expect(await read(calendar(...odd, ...good))).toMatchObject({
      times: ['12-01 10:00 to 11:00', GOOD],
      problem: expect.stringContaining('“Often”'),
    });
  });

  test('is counted among others', async () => {
    const odd = [event('DTSTART:Tuesday'), event(start, 'DURATION:1H')].flat();
    expect((await read(calendar(...odd, ...good))).problem).toBe(
      "We couldn't read 2 events in this calendar, such as an event without a date, so they may not block their times.",
    );
  });

  test('is not named if it is past', async () => {
    const past = event('DTSTART:20190101T100000Z', 'DURATION:1H');
    expect((await read(calendar(...past, ...good))).problem).toBeNull();
  });

  test('keeps the occurrence that it would replace', async () => {
    const series = event(start, 'DURATION:PT1H', 'RRULE:FREQ=DAILY;COUNT=2');
    const change = event('RECURRENCE-ID:20261202T100000Z', 'SUMMARY:New title');
    expect(await read(calendar(...series, ...change))).toMatchObject({
      times: ['12-01 10:00 to 11:00', '12-02 10:00 to 11:00'],
      problem: expect.stringContaining('“New title”'),
    });
  });

  test('refuses a calendar without another one', async () => {
    await expect(read(calendar(...event('SUMMARY:Odd', 'DTSTART:')))).rejects.toThrow('“Odd”');
  });
});

test.each([
  ['cut within an event', calendar(...good, ...good).slice(0, -40)],
  ['cut after an event', calendar(...good).replace('END:VCALENDAR', '')],
])('refuses a calendar that is %s', async (_, file) => {
  await expect(read(file)).rejects.toThrow('This is not a calendar file.');
});

describe('a definition of a zone that cannot be read', () => {
  const zone = (tzid: string, ...lines: string[]) => [
    ...['BEGIN:VTIMEZONE', `TZID:${tzid}`, ...lines, 'BEGIN:STANDARD', 'DTSTART:16010101T000000'],
    ...['TZOFFSETFROM:+0530', 'TZOFFSETTO:+0530', 'END:STANDARD', 'END:VTIMEZONE'],
  ];
  const india = event('DTSTART;TZID=India:20261210T153000', 'DURATION:PT1H');

  test('keeps the other lines', async () => {
    const file = calendar(
      ...zone('India', 'no name', 'X-ODD;=:1').map((line) => `${line} `),
      ...india,
    );
    expect(await read(file)).toEqual({ times: [GOOD], problem: null });
  });

  test.each<[string, string[]]>([
    ['an odd parameter', zone('Odd').map((line) => line.replace('DTSTART:', 'DTSTART;:'))],
    ['no name', zone('Odd').filter((line) => !line.startsWith('TZID'))],
    ['no end', zone('Odd').filter((line) => line !== 'END:STANDARD')],
  ])('is left out if it has %s', async (_, odd) => {
    const file = calendar(...odd, ...zone('India'), ...india);
    expect(await read(file)).toEqual({ times: [GOOD], problem: null });
  });
});

describe('a rule that began long ago', () => {
  const repeat = (rule: string) =>
    read(calendar(...event('DTSTART:19000101T100000Z', 'DURATION:PT1H', `RRULE:FREQ=${rule}`)));
  const getDays = (...days: string[]) => days.map((day) => `${day} 10:00 to 11:00`);

  test.each<[string, string[]]>([
    ['DAILY;INTERVAL=30', getDays('11-26', '12-26')],
    ['HOURLY;INTERVAL=720', getDays('11-26', '12-26')],
    ['WEEKLY;INTERVAL=6;BYDAY=MO,TH', getDays('12-14', '12-17')],
    ['DAILY;BYDAY=SA;BYMONTH=12', getDays('12-05', '12-12', '12-19', '12-26')],
    ['DAILY;UNTIL=20261126T100000Z', getDays('11-25', '11-26')],
  ])('is followed to the window: FREQ=%s', async (rule, times) => {
    expect(await repeat(rule)).toEqual({ times, problem: null });
  });

  const everyDay = 'BYDAY=MO,TU,WE,TH,FR,SA,SU';
  test.each(['DAILY', `DAILY;${everyDay}`, `WEEKLY;${everyDay}`, 'HOURLY;BYHOUR=10'])(
    'has no limit of past occurrences: FREQ=%s',
    async (rule) => {
      const { times, problem } = await repeat(rule);
      expect([times.length, times[0], problem]).toEqual([61, ...getDays('11-25'), null]);
    },
  );
});

describe('a large calendar', () => {
  const series = (count: number, ...lines: string[]) =>
    Array.from({ length: count }, (_, index) => [
      ...['BEGIN:VEVENT', `UID:${index}`, 'DTSTART;TZID=Europe/Berlin:20200601T100000'],
      ...['DURATION:PT30M', ...lines, 'END:VEVENT'],
    ]).flat();
  const weekdays = 'RRULE:FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR';

  test.each<[string, string[]]>([
    ['ended series', series(400, `${weekdays};UNTIL=20240601T080000Z`)],
    ['free series', series(400, weekdays, 'TRANSP:TRANSPARENT')],
  ])('has no limit of %s', async (_, lines) => {
    expect(await read(calendar(...lines, ...good))).toEqual({ times: [GOOD], problem: null });
  });

  test('counts the times after they are merged', async () => {
    const recent = series(60, weekdays).map((line) => line.replace(':2020060', ':2026110'));
    expect((await read(calendar(...recent))).times).toHaveLength(43);
  });

  test('follows changes of an ended or free series', async () => {
    const first = event(
      ...['DTSTART:20261102T100000Z', 'DURATION:PT1H', 'TRANSP:TRANSPARENT'],
      'RRULE:FREQ=DAILY;UNTIL=20261105T100000Z',
    );
    const later = event(
      'RECURRENCE-ID;RANGE=THISANDFUTURE:20261104T100000Z',
      ...['DTSTART:20261204T100000Z', 'DURATION:PT1H'],
    );
    expect(await createTimes(calendar(...first, ...later))).toEqual([
      '12-04 10:00 to 11:00',
      '12-05 10:00 to 11:00',
    ]);
  });
});

describe('a zone without a definition', () => {
  const meeting = (zone: string, start = '20261210T110000') =>
    calendar(...event(`DTSTART;TZID=${zone}:${start}`, 'DURATION:PT1H'));

  test.each<[string, string]>([
    ['W. Europe Standard Time', '20261210T110000'],
    ['Pacific Standard Time', '20261210T020000'],
    ['"pacific standard time"', '20261210T020000'],
    ['India Standard Time', '20261210T153000'],
    ['UTC-08', '20261210T020000'],
    ['/mozilla.org/20070129_1/Asia/Kolkata', '20261210T153000'],
    ['/freeassociation.sourceforge.net/America/Indiana/Knox', '20261210T040000'],
  ])('is found by its name in other programs: %s', async (zone, start) => {
    expect(await read(meeting(zone, start))).toEqual({ times: [GOOD], problem: null });
  });

  test.each(['Our office', '/Europe', 'constructor', '/x/Europe/Atlantis'])(
    'is named to the coach if it is unknown: %s',
    async (zone) => {
      expect(await read(meeting(zone))).toEqual({
        times: [GOOD],
        problem: `We don't know the time zone “${zone}” in this calendar, so we read those times in your own time zone.`,
      });
    },
  );

  test('is counted, shortened, and named after events that cannot be read', async () => {
    const file = calendar(
      ...event(`DTSTART;TZID=${'x'.repeat(50)}:20261210T110000`, 'DURATION:PT1H'),
      ...event('DTSTART;TZID=Ours:20261211T110000', 'DURATION:PT1H'),
      ...event('DTSTART:20261212T110000', 'DURATION:-PT1H', 'SUMMARY:Backwards'),
    );
    expect((await read(file)).problem).toBe(
      `We couldn't read “Backwards” in this calendar, so it may not block its time. We don't know the time zones “${'x'.repeat(40)}” and 1 more in this calendar, so we read those times in your own time zone.`,
    );
  });

  test.each([
    ['past', meeting('Ours', '20260101T110000')],
    ['far away', meeting('Ours', '20280101T110000')],
    ['free', meeting('Ours').replace('UID:a', 'UID:a\r\nTRANSP:TRANSPARENT')],
  ])('is no problem of an event that is %s', async (_, file) => {
    expect(await read(file)).toEqual({ times: [], problem: null });
  });

  test('is used as Outlook defines it', async () => {
    const part = (name: string, [from, to]: string[], rule: string) => [
      ...[`BEGIN:${name}`, 'DTSTART:16010101T030000', `TZOFFSETFROM:${from}`, `TZOFFSETTO:${to}`],
      ...[`RRULE:FREQ=YEARLY;INTERVAL=1;${rule}`, `END:${name}`],
    ];
    const file = calendar(
      ...['BEGIN:VTIMEZONE', 'TZID:Our office'],
      ...part('STANDARD', ['+0600', '+0500'], 'BYDAY=-1SU;BYMONTH=10'),
      ...part('DAYLIGHT', ['+0500', '+0600'], 'BYDAY=-1SU;BYMONTH=3'),
      'END:VTIMEZONE',
      ...event('DTSTART;TZID=Our office:20261210T150000', 'DURATION:PT1H'),
    );
    expect(await read(file)).toEqual({ times: [GOOD], problem: null });
  });
});
