import type { Service } from '@carry/remote-kit/api';

// `Intl` takes 40 ms to set up on a slow phone.
const money = (amount: number) =>
  `$${amount
    .toFixed(2)
    .replaceAll(/\B(?=(\d{3})+\.)/g, ',')
    .replace('.00', '')}`;

/** Returns the lowest hourly rate, such as "$25", or null without hourly services. */
export function lowestRate(services: Service[]): string | null {
  const hourly = services.filter((service) => service.is_hourly).map(({ rate }) => rate);
  return hourly.length > 0 ? money(Math.min(...hourly)) : null;
}
