import { observeRequests } from 'server-kit/observe';
import type { Metrics } from '../monitoring/metrics';
import { log } from '../process/log';

export const observe = ({ calls }: Metrics) =>
  observeRequests({
    log,
    measure: ({ method, route, status }, seconds) =>
      calls.observe({ method, route, status }, seconds),
  });
