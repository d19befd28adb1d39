/** An amount in US dollars, as the site writes it. By hand: `Intl` takes a slow phone 40 ms to set up. */
export const formatDollars = (amount: number) =>
  `${amount < 0 ? '-' : ''}$${Math.abs(amount)
    .toFixed(2)
    .replaceAll(/\B(?=(\d{3})+\.)/g, ',')}`;

/** The shortest exact form of a price: $25, $12.50. */
export const formatPrice = (amount: number) => formatDollars(amount).replace('.00', '');
