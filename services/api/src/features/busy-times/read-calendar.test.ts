import { expect, test } from 'vitest';
import { readCalendar } from './read-calendar';

const window = {
  from: new Date('2026-11-25T00:00:00Z'),
  until: new Date('2027-01-25T00:00:00Z'),
  timeZone: 'Europe/Berlin',
  ownHost: 'site.test',
};
const createFile = (...events: string[][]) =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    ...events.flatMap((lines, index) => [
      'BEGIN:VEVENT',
      ...(lines.some((line) => line.startsWith('UID')) ? [] : [`UID:${index}`]),
      ...lines,
      'END:VEVENT',
    ]),
    'END:VCALENDAR',
  ].join('\r\n');
const read = async (...events: string[][]) =>
  (await readCalendar(createFile(...events), window)).times.map(({ startsAt, endsAt }) =>
    [startsAt, endsAt].map((at) => at.toISOString().replace(':00.000Z', '')).join(' '),
  );

test.each<[string, string[], string[]]>([
  [
    'UTC',
    ['DTSTART:20261201T100000Z', 'DTEND:20261201T113000Z'],
    ['2026-12-01T10:00 2026-12-01T11:30'],
  ],
  [
    'an IANA zone without a definition',
    ['DTSTART;TZID=America/New_York:20261201T100000', 'DURATION:PT1H'],
    ['2026-12-01T15:00 2026-12-01T16:00'],
  ],
  [
    'no zone: the coach’s',
    ['DTSTART:20261201T100000', 'DTEND:20261201T110000'],
    ['2026-12-01T09:00 2026-12-01T10:00'],
  ],
  [
    'a whole day',
    ['DTSTART;VALUE=DATE:20261201', 'DTEND;VALUE=DATE:20261202'],
    ['2026-11-30T23:00 2026-12-01T23:00'],
  ],
  [
    'a whole day that ends on its date',
    ['DTSTART;VALUE=DATE:20261201', 'DTEND;VALUE=DATE:20261201'],
    ['2026-11-30T23:00 2026-12-01T23:00'],
  ],
  [
    'a whole day with the duration zero',
    ['DTSTART;VALUE=DATE:20261201', 'DURATION:P0D'],
    ['2026-11-30T23:00 2026-12-01T23:00'],
  ],
  [
    'repeated whole days that end on their date',
    ['DTSTART;VALUE=DATE:20261201', 'DTEND;VALUE=DATE:20261201', 'RRULE:FREQ=WEEKLY;COUNT=2'],
    ['2026-11-30T23:00 2026-12-01T23:00', '2026-12-07T23:00 2026-12-08T23:00'],
  ],
  ['a moment', ['DTSTART:20261201T100000Z', 'DTEND:20261201T100000Z'], []],
  ['a free event', ['DTSTART:20261201T100000Z', 'DURATION:PT1H', 'TRANSP:TRANSPARENT'], []],
  ['a cancelled event', ['DTSTART:20261201T100000Z', 'DURATION:PT1H', 'STATUS:CANCELLED'], []],
  ['a past event', ['DTSTART:20261101T100000Z', 'DURATION:PT1H'], []],
  [
    'a session of this site',
    ['UID:booking-7@site.test', 'DTSTART:20261201T100000Z', 'DURATION:PT1H'],
    [],
  ],
  [
    'a session of another site',
    ['UID:booking-7@other.test', 'DTSTART:20261201T100000Z', 'DURATION:PT1H'],
    ['2026-12-01T10:00 2026-12-01T11:00'],
  ],
])('reads times with %s', async (_, lines, busy) => {
  expect(await read(lines)).toEqual(busy);
});

test.each<[string, string[], string[]]>([
  [
    'an end before its start on the clock',
    ['DTSTART;TZID=Asia/Tokyo:20261201T170000', 'DTEND;TZID=America/Los_Angeles:20261201T100000'],
    ['2026-12-01T08:00 2026-12-01T18:00'],
  ],
  [
    'an end in an earlier zone',
    ['DTSTART;TZID=Europe/Berlin:20261201T100000', 'DTEND;TZID=America/New_York:20261201T130000'],
    ['2026-12-01T09:00 2026-12-01T18:00'],
  ],
  [
    'a start in UTC and an end without a zone',
    ['DTSTART:20261201T100000Z', 'DTEND:20261201T120000'],
    ['2026-12-01T10:00 2026-12-01T11:00'],
  ],
  [
    'repetitions',
    [
      'DTSTART;TZID=Asia/Tokyo:20261201T170000',
      'DTEND;TZID=America/Los_Angeles:20261201T100000',
      'RRULE:FREQ=WEEKLY;COUNT=2',
    ],
    ['2026-12-01T08:00 2026-12-01T18:00', '2026-12-08T08:00 2026-12-08T18:00'],
  ],
])('reads an event with two zones: %s', async (_, lines, busy) => {
  expect(await read(lines)).toEqual(busy);
});

test.each<[string, string[], string[]]>([
  [
    'the last occurrence before UNTIL in UTC',
    [
      'DTSTART;TZID=Europe/Berlin:20261201T003000',
      'DURATION:PT1H',
      'RRULE:FREQ=WEEKLY;UNTIL=20261207T233000Z',
    ],
    ['2026-11-30T23:30 2026-12-01T00:30', '2026-12-07T23:30 2026-12-08T00:30'],
  ],
  [
    'the last occurrence before UNTIL without a zone',
    [
      'DTSTART;TZID=America/Los_Angeles:20261201T180000',
      'DURATION:PT1H',
      'RRULE:FREQ=WEEKLY;UNTIL=20261208T180000',
    ],
    ['2026-12-02T02:00 2026-12-02T03:00', '2026-12-09T02:00 2026-12-09T03:00'],
  ],
  [
    'the day of UNTIL',
    ['DTSTART:20261201T100000Z', 'DURATION:PT1H', 'RRULE:FREQ=WEEKLY;UNTIL=20261208'],
    ['2026-12-01T10:00 2026-12-01T11:00', '2026-12-08T10:00 2026-12-08T11:00'],
  ],
])('repeats an event through %s', async (_, lines, busy) => {
  expect(await read(lines)).toEqual(busy);
});

test.each([
  ['EXDATE;TZID=America/New_York:20261208T040000', []],
  ['EXDATE:20261208T090000Z', []],
  ['RECURRENCE-ID;TZID=America/New_York:20261208T040000', ['DTSTART:20261209T090000Z']],
  ['RECURRENCE-ID:20261208T090000Z', ['DTSTART:20261209T090000Z']],
  ['EXDATE;VALUE=DATE:20261208', []],
  ['RECURRENCE-ID;VALUE=DATE:20261208', ['DTSTART:20261209T090000Z']],
])('matches an occurrence by %s', async (line, moved) => {
  const series = ['UID:a', 'DTSTART;TZID=Europe/Berlin:20261201T100000', 'DURATION:PT1H'];
  const repeated = [...series, 'RRULE:FREQ=WEEKLY;COUNT=2'];
  const first = '2026-12-01T09:00 2026-12-01T10:00';
  expect(
    moved.length > 0
      ? await read(repeated, ['UID:a', line, ...moved, 'DURATION:PT1H'])
      : await read([...repeated, line]),
  ).toEqual(moved.length > 0 ? [first, '2026-12-09T09:00 2026-12-09T10:00'] : [first]);
});

test('reads an occurrence without its series, and one moved from far away', async () => {
  const moved = (uid: string, id: string, day: string) => [
    ...[`UID:${uid}`, `RECURRENCE-ID:${id}T100000Z`],
    ...[`DTSTART:${day}T100000Z`, 'DURATION:PT1H'],
  ];
  expect(
    await read(
      moved('alone', '20261201', '20261202'),
      ['UID:a', 'DTSTART:20260101T100000Z', 'DURATION:PT1H', 'RRULE:FREQ=YEARLY;COUNT=3'],
      moved('a', '20280101', '20261203'),
    ),
  ).toEqual([
    '2026-12-02T10:00 2026-12-02T11:00',
    '2026-12-03T10:00 2026-12-03T11:00',
    '2027-01-01T10:00 2027-01-01T11:00',
  ]);
});

test('moves all later occurrences', async () => {
  const series = ['UID:a', 'DTSTART;TZID=Europe/Berlin:20261201T100000', 'DURATION:PT1H'];
  expect(
    await read(
      [...series, 'RRULE:FREQ=WEEKLY;COUNT=3'],
      [
        'UID:a',
        'RECURRENCE-ID;RANGE=THISANDFUTURE;TZID=Europe/Berlin:20261208T100000',
        'DTSTART;TZID=Europe/Berlin:20261208T120000',
        'DURATION:PT2H',
      ],
    ),
  ).toEqual([
    '2026-12-01T09:00 2026-12-01T10:00',
    '2026-12-08T11:00 2026-12-08T13:00',
    '2026-12-15T11:00 2026-12-15T13:00',
  ]);
});

test('keeps the length of events across a clock change', async () => {
  const spring = { ...window, from: new Date('2027-03-01'), until: new Date('2027-04-20') };
  const readLengths = async (...lines: string[]) =>
    (
      await readCalendar(
        createFile([
          'DTSTART;TZID=Europe/Berlin:20270321T010000',
          'RRULE:FREQ=WEEKLY;COUNT=2',
          ...lines,
        ]),
        spring,
      )
    ).times.map(({ startsAt, endsAt }) => (endsAt.getTime() - startsAt.getTime()) / 3_600_000);
  expect(await readLengths('DTEND;TZID=Europe/Berlin:20270321T040000')).toEqual([3, 3]);
  expect(await readLengths('DURATION:PT3H')).toEqual([3, 3]);
  expect(await readLengths('DURATION:P1D')).toEqual([24, 23]);
});

test('repeats an event with exceptions and moved occurrences', async () => {
  expect(
    await read(
      [
        'UID:a',
        'DTSTART;TZID=Europe/Berlin:20261130T180000',
        'DURATION:PT1H',
        'RRULE:FREQ=WEEKLY;COUNT=4',
        'EXDATE;TZID=Europe/Berlin:20261207T180000',
      ],
      [
        'UID:a',
        'RECURRENCE-ID;TZID=Europe/Berlin:20261214T180000',
        'DTSTART;TZID=Europe/Berlin:20261215T200000',
        'DURATION:PT30M',
      ],
    ),
  ).toEqual([
    '2026-11-30T17:00 2026-11-30T18:00',
    '2026-12-15T19:00 2026-12-15T19:30',
    '2026-12-21T17:00 2026-12-21T18:00',
  ]);
});

test('reads a calendar with years of past events', async () => {
  const past = Array.from({ length: 25_000 }, (_, index) => {
    const day = `201901${String(1 + (index % 28)).padStart(2, '0')}`;
    return [`DTSTART;TZID=Europe/Berlin:${day}T100000`, `DTEND;TZID=Europe/Berlin:${day}T110000`];
  });
  const repeating = ['UID:r', 'DTSTART:20190101T080000Z', 'DTEND:20190101T090000Z'];
  expect(
    await read(
      ...past,
      [...repeating, 'RRULE:FREQ=YEARLY;UNTIL=20270101T080000Z'],
      ['DTSTART:20261124T220000Z', 'DTEND:20261125T010000Z'],
    ),
  ).toEqual(['2026-11-24T22:00 2026-11-25T01:00', '2027-01-01T08:00 2027-01-01T09:00']);
});

test('merges overlapping times', async () => {
  expect(
    await read(
      ['DTSTART:20261201T100000Z', 'DURATION:PT2H'],
      ['DTSTART:20261201T110000Z', 'DURATION:PT2H'],
      ['DTSTART:20261201T130000Z', 'DURATION:PT1H'],
    ),
  ).toEqual(['2026-12-01T10:00 2026-12-01T14:00']);
});

test('uses a zone that the file defines', async () => {
  const file = [
    'BEGIN:VCALENDAR',
    'BEGIN:VTIMEZONE',
    'TZID:Customized',
    'BEGIN:STANDARD',
    'DTSTART:16010101T000000',
    'TZOFFSETFROM:+0530',
    'TZOFFSETTO:+0530',
    'END:STANDARD',
    'END:VTIMEZONE',
    'BEGIN:VEVENT',
    'UID:1',
    'DTSTART;TZID=Customized:20261201T100000',
    'DURATION:PT1H',
    'END:VEVENT',
    'END:VCALENDAR',
  ].join('\r\n');
  expect((await readCalendar(file, window)).times[0]?.startsAt.toISOString()).toBe(
    '2026-12-01T04:30:00.000Z',
  );
});

test('reads names in any case', async () => {
  const times = ['DTSTART:20190101T080000Z', 'DTEND:20190101T090000Z'];
  const file = createFile([...times, 'RRULE:FREQ=YEARLY']);
  const lower = file.replaceAll(/^(BEGIN|END):.*|^\w+/gm, (name) => name.toLowerCase());
  expect((await readCalendar(lower, window)).times).toHaveLength(1);
});

test.each([
  ['a web page', '<!doctype html><title>Sign in</title>'],
  ['nothing', ''],
  ['a contact', 'BEGIN:VCARD\r\nVERSION:3.0\r\nEND:VCARD'],
])('rejects %s', async (_, text) => {
  await expect(readCalendar(text, window)).rejects.toThrow('This is not a calendar file.');
});

test('stops a rule that never matches or repeats endlessly', { timeout: 20_000 }, async () => {
  const started = performance.now();
  for (const rule of ['FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30', 'FREQ=SECONDLY', 'FREQ=DAILY'])
    try {
      await readCalendar(
        createFile(['DTSTART:19700101T000000Z', 'DURATION:PT1H', `RRULE:${rule}`]),
        window,
      );
    } catch (error) {
      expect((error as Error).message).toMatch(/calendar/);
    }
  expect(performance.now() - started).toBeLessThan(15_000);
});

test('reads a calendar on a busy machine', async () => {
  const clock = new Int32Array(new SharedArrayBuffer(4));
  let reads = 0;
  const from = Object.assign(new Date(window.from), {
    getTime() {
      reads++;
      // Another process has the processor: time passes, but no work is done.
      for (let pause = 0; reads < 3 && pause < 60; pause++) Atomics.wait(clock, 0, 0, 20);
      return window.from.getTime();
    },
  });
  const file = createFile(['DTSTART:20261201T100000Z', 'DTEND:20261201T113000Z']);
  expect((await readCalendar(file, { ...window, from })).times).toHaveLength(1);
  expect(reads).toBe(3);
});

test('lets other work run while it reads a large calendar', async () => {
  const meetings = Array.from({ length: 40 }, (_, index) => [
    `DTSTART:20180101T${String(index % 24).padStart(2, '0')}0000Z`,
    'DURATION:PT10M',
    'RRULE:FREQ=WEEKLY;COUNT=1000',
  ]);
  let turns = 0;
  const other = setInterval(() => turns++, 1);
  const busy = await read(...meetings);
  clearInterval(other);
  expect(busy).toHaveLength(24 * 8);
  expect(turns).toBeGreaterThan(3);
});

test('reads one calendar at a time, also after a bad one', async () => {
  const large = Array.from({ length: 40 }, () => [
    'DTSTART:20180101T100000Z',
    'DURATION:PT10M',
    'RRULE:FREQ=WEEKLY;COUNT=1000',
  ]);
  const order: string[] = [];
  const note = (name: string) => () => order.push(name);
  await Promise.all([
    read(...large).then(note('large')),
    readCalendar('no calendar', window).catch(note('bad')),
    read(['DTSTART:20261201T100000Z', 'DURATION:PT10M']).then(note('small')),
  ]);
  expect(order).toEqual(['large', 'bad', 'small']);
});
