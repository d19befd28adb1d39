import { expect, onTestFinished, test, vi } from 'vitest';
import { groupByDay } from './days';

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
