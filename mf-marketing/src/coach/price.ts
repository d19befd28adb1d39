import type { Service } from '@carry/remote-kit/api';
import { formatPrice } from '@carry/remote-kit/format';

/** Returns the lowest hourly rate, or else the lowest one; null without services. */
export function lowestPrice(services: Service[]): { rate: number; isHourly: boolean } | null {
  const hourly = services.filter((service) => service.is_hourly);
  const rates = (hourly.length > 0 ? hourly : services).map(({ rate }) => rate);
  return rates.length > 0 ? { rate: Math.min(...rates), isHourly: hourly.length > 0 } : null;
}

/** Returns the lowest hourly rate, such as "$25", or null without hourly services. */
export function lowestRate(services: Service[]): string | null {
  const lowest = lowestPrice(services);
  return lowest?.isHourly ? formatPrice(lowest.rate) : null;
}
