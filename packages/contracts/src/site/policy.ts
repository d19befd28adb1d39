/** Returns the sources of a policy that allow requests and sockets: an `https:` source does not allow `wss:`. */
export const withSocket = (origin: string): string[] => [origin, origin.replace(/^http/, 'ws')];

export const CSP_REPORTS_PATH = '/_shell/csp-reports';

/**
 * Returns the content security policy of a release's file. A worker has the policy of its own file, not of its page; a
 * picture that is opened as a page has it, too.
 *
 * @param connect Origins that the site grants to the remote.
 */
export const filePolicy = (file: string, connect: readonly string[] = []): string =>
  file.endsWith('.js')
    ? `default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src ${["'self'", ...connect.flatMap(withSocket)].join(' ')}; report-uri ${CSP_REPORTS_PATH}`
    : "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox";
