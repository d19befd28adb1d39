import type { ApiClient } from '@carry/remote-kit';
import { read } from '@carry/remote-kit/answers';
import { revenue } from '@carry/remote-kit/own-answers/operator';

export const getRevenue = (api: ApiClient, zone: string) =>
  read(
    revenue,
    api.get(`/api/operator/revenue/?zone=${encodeURIComponent(zone)}`, { bearer: true }),
  );
