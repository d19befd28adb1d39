import type { Service } from '@carry/remote-kit/api';

const money = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  trailingZeroDisplay: 'stripIfInteger',
});

/** The lowest hourly rate, as "$25"; null where nothing is sold by the hour. */
export function lowestRate(services: Service[]): string | null {
  const hourly = services.filter((service) => service.is_hourly).map(({ rate }) => rate);
  return hourly.length > 0 ? money.format(Math.min(...hourly)) : null;
}
