import { expect, test } from 'vitest';
import { formatDollars, formatPrice } from './money';

const usd = { style: 'currency', currency: 'USD' } as const;
const long = new Intl.NumberFormat('en-US', usd);
const short = new Intl.NumberFormat('en-US', { ...usd, trailingZeroDisplay: 'stripIfInteger' });
const near = [0, 100, 1000, 99_999, 100_000, 12_345_600, 100_000_000, 123_456_789_012];

test.each(near)('formats amounts near %i cents like en-US US dollars', (middle) => {
  for (let cents = middle - 250; cents <= middle + 250; cents++) {
    expect(formatDollars(cents / 100)).toBe(long.format(cents / 100));
    expect(formatPrice(cents / 100)).toBe(short.format(cents / 100));
  }
});
