const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

/** An amount in US dollars, as the site writes it. */
export const formatDollars = (amount: number) => dollars.format(amount);
