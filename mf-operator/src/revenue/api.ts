import type { ApiClient } from '@carry/remote-kit';
import { read } from '@carry/remote-kit/answers';
import { revenue } from '@carry/remote-kit/own-answers/operator';

interface Period {
  zone: string;
  weeks: number;
}

export const getRevenue = (api: ApiClient, { zone, weeks }: Period) =>
  read(
    revenue,
    api.get(`/api/operator/revenue/?zone=${encodeURIComponent(zone)}&weeks=${weeks}`, {
      bearer: true,
    }),
  );
