import type { ApiClient } from '@carry/remote-kit';
import { read } from '@carry/remote-kit/answers';
import { coachRevenue, weekRevenue } from '@carry/remote-kit/own-answers/operator';

const bearer = { bearer: true } as const;

export const UNITS = ['week', 'month', 'year'] as const;
export type Unit = (typeof UNITS)[number];

export interface Period {
  zone: string;
  by: Unit;
  /** Number of weeks. */
  weeks: number;
}

/** Typed, so that the compiler compares the names with the API's. */
const queryOf = ({ zone, by, weeks }: Period) =>
  `zone=${encodeURIComponent(zone)}&by=${by}&weeks=${String(weeks)}` as const;

export const getWeeks = (api: ApiClient, period: Period) =>
  read(weekRevenue, api.get(`/api/operator/revenue/weeks/?${queryOf(period)}`, bearer));

/** Returns a page of coaches; `after` is the coach that ends the previous one. */
export function getCoaches(api: ApiClient, period: Period, after: string | null) {
  const path = `/api/operator/revenue/coaches/?${queryOf(period)}` as const;
  const page = after
    ? api.get(`${path}&after=${encodeURIComponent(after)}`, bearer)
    : api.get(path, bearer);
  return read(coachRevenue, page);
}

/** Returns the ledger of a year as a file. Throws if the shell is too old for downloads. */
export async function exportLedger(api: ApiClient, year: number): Promise<Blob> {
  if (!api.download) throw new Error('this shell has no downloads');
  const path = '/api/operator/ledger/export/?' as const;
  return api.download(`${path}from=${String(year)}-01-01&to=${String(year)}-12-31`, bearer);
}

/** Returns the table as a file. */
export const exportRevenue = (api: ApiClient, period: Period): Promise<Blob> =>
  api.download(`/api/operator/revenue/export/?${queryOf(period)}`, bearer);
