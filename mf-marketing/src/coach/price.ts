import type { Service } from '@carry/remote-kit/api';

// By hand: `Intl` takes a slow phone 40 ms to set up.
const money = (amount: number) =>
  `$${amount
    .toFixed(2)
    .replaceAll(/\B(?=(\d{3})+\.)/g, ',')
    .replace('.00', '')}`;

/** The lowest hourly rate, as "$25"; null where nothing is sold by the hour. */
export function lowestRate(services: Service[]): string | null {
  const hourly = services.filter((service) => service.is_hourly).map(({ rate }) => rate);
  return hourly.length > 0 ? money(Math.min(...hourly)) : null;
}
