import { expect, onTestFinished, test, vi } from 'vitest';
import { formatStart, groupByDay } from './days';

test('identifies a day by its date in every language', () => {
  class InArabic extends Intl.DateTimeFormat {
    constructor(locale?: string, options?: Intl.DateTimeFormatOptions) {
      super(locale ?? 'ar-EG', options);
    }
  }
  onTestFinished(() => void vi.unstubAllGlobals());
  vi.stubGlobal('Intl', { DateTimeFormat: InArabic });
  const starts = ['2026-11-22T22:30:00Z', '2026-11-22T23:30:00Z', 'soon'];
  expect(groupByDay(starts, { timeZone: 'Europe/Berlin', hourCycle: 'h23' })).toEqual([
    expect.objectContaining({
      key: '2026-11-22',
      dayOfMonth: '٢٢',
      times: [{ start: starts[0], label: '٢٣:٣٠' }],
    }),
    expect.objectContaining({
      key: '2026-11-23',
      dayOfMonth: '٢٣',
      times: [{ start: starts[1], label: '٠٠:٣٠' }],
    }),
  ]);
});

test('tells repeated hours apart when clocks go back', () => {
  const clock = { timeZone: 'America/New_York', hourCycle: 'h12' } as const;
  const starts = ['2026-11-01T05:00Z', '2026-11-01T06:00Z', '2026-11-01T07:00Z'];
  const [day] = groupByDay(starts, clock);
  expect(day?.times.map(({ label }) => label)).toEqual(['1:00 AM EDT', '1:00 AM EST', '2:00 AM']);
  expect(formatStart('2026-11-01T06:00Z', clock)).toMatch(/1:00\sAM EST$/);
});
