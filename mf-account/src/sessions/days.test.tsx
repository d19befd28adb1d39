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
  expect(groupByDay(starts, 'Europe/Berlin')).toEqual([
    expect.objectContaining({ key: '2026-11-22', dayOfMonth: '٢٢', starts: [starts[0]] }),
    expect.objectContaining({ key: '2026-11-23', dayOfMonth: '٢٣', starts: [starts[1]] }),
  ]);
});
