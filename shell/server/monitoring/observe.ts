import { createLog, type Log, scrub } from 'server-kit/log';
import { observeRequests } from 'server-kit/observe';
import { requestSeconds } from './metrics';

export const log: Log = createLog('site');

const PAGES = /^\/?\*$/;
const MAX_PATH = 200;
/** Characters, so that a cut secret is not among those that are logged. */
const MAX_SCRUBBED = 1000;

/** Logs, measures and traces each request. Logs page paths without the query, which may contain a token. */
export const observe = observeRequests({
  log,
  measure: ({ route, status }, seconds) => requestSeconds.observe({ route, status }, seconds),
  getNames: (pattern, { req }) =>
    PAGES.test(pattern)
      ? { line: scrub(req.path.slice(0, MAX_SCRUBBED)).slice(0, MAX_PATH), series: 'page' }
      : { line: pattern, series: pattern },
});
