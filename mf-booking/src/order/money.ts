/** A price as short as it can be said exactly: $25, $12.50. */
export const formatPrice = (amount: number) => short.format(amount);

const short = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  trailingZeroDisplay: 'stripIfInteger',
});
const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

/** An amount in US dollars, as the site writes it. */
export const formatDollars = (amount: number) => dollars.format(amount);
