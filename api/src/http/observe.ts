import { observeRequests } from 'server-kit/observe';
import { log } from '../log';
import type { Metrics } from '../metrics';

/** Each call in the log, the measurements and the traces. */
export const observe = ({ calls }: Metrics) =>
  observeRequests({
    log,
    measure: ({ method, route, status }, seconds) =>
      calls.observe({ method, route, status }, seconds),
  });
