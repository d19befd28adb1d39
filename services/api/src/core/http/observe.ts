import { observeRequests } from 'server-kit/observe';
import type { Metrics } from '../monitoring/metrics';
import { log } from '../process/log';

/** Each call in the log, the measurements and the traces. */
export const observe = ({ calls }: Metrics) =>
  observeRequests({
    log,
    measure: ({ method, route, status }, seconds) =>
      calls.observe({ method, route, status }, seconds),
  });
