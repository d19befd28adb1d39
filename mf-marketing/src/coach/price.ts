import type { Service } from '@carry/remote-kit/api';
import { formatPrice } from '@carry/remote-kit/format';

/** Returns the lowest hourly rate, such as "$25", or null without hourly services. */
export function lowestRate(services: Service[]): string | null {
  const hourly = services.filter((service) => service.is_hourly).map(({ rate }) => rate);
  return hourly.length > 0 ? formatPrice(Math.min(...hourly)) : null;
}
