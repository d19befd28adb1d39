/** Difference of two amounts in USD, computed in cents: binary fractions of dollars do not add up. */
export const subtract = (amount: number, other: number): number =>
  (Math.round(amount * 100) - Math.round(other * 100)) / 100;
