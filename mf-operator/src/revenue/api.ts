import type { ApiClient } from '@carry/remote-kit';
import { read } from '@carry/remote-kit/answers';
import { coachRevenue, weekRevenue } from '@carry/remote-kit/own-answers';

const bearer = { bearer: true } as const;

export const UNITS = ['week', 'month', 'year'] as const;
export type Unit = (typeof UNITS)[number];

export interface Period {
  zone: string;
  by: Unit;
  weeks: number;
}

/** Typed, so that the compiler compares the names with the API's. */
const getQuery = ({ zone, by, weeks }: Period) =>
  `zone=${encodeURIComponent(zone)}&by=${by}&weeks=${String(weeks)}` as const;

export const getWeeks = (api: ApiClient, period: Period) =>
  read(weekRevenue, api.get(`/api/operator/revenue/weeks/?${getQuery(period)}`, bearer));

/** Returns a page of coaches; `after` is the coach that ends the previous one. */
export function getCoaches(api: ApiClient, period: Period, after: string | null) {
  const path = `/api/operator/revenue/coaches/?${getQuery(period)}` as const;
  const page = after
    ? api.get(`${path}&after=${encodeURIComponent(after)}`, bearer)
    : api.get(path, bearer);
  return read(coachRevenue, page);
}

/** Days such as "2026-11-30", both included. */
export interface Days {
  from: string;
  to: string;
}

/** Returns the ledger of some days as a file. Throws if the shell is too old for downloads. */
export async function exportLedger(api: ApiClient, { from, to }: Days): Promise<Blob> {
  if (!api.download) throw new Error('this shell has no downloads');
  return api.download(`/api/operator/ledger/export/?from=${from}&to=${to}`, bearer);
}

export const exportRevenue = (api: ApiClient, period: Period): Promise<Blob> =>
  api.download(`/api/operator/revenue/export/?${getQuery(period)}`, bearer);
