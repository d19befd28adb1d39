/** Placeholder in server bundles for the base URL of the release's `web/` files. */
export const ASSETS_PLACEHOLDER = '/_carry_assets_/';

/** Version of a remote that a development server serves. */
export const DEV_VERSION = 'dev';

/** Returns the path of a development server's files at the origin of the page, where a release has its files: a worker's script must come from there. */
export const devFilesOf = (remote: string): string => `/remotes/${remote}/${DEV_VERSION}/web/`;

/** Returns the sources of a policy that allow requests and sockets: an `https:` source does not allow `wss:`. */
export const withSocket = (origin: string): string[] => [origin, origin.replace(/^http/, 'ws')];

export const CSP_REPORTS_PATH = '/_shell/csp-reports';

/** Returns the policy of a release's file, for workers and for pictures opened as a page. `connect`: origins that the site grants to the remote. */
export const filePolicy = (file: string, connect: readonly string[] = []): string =>
  file.endsWith('.js')
    ? `default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src ${["'self'", ...connect.flatMap(withSocket)].join(' ')}; report-uri ${CSP_REPORTS_PATH}`
    : "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox";
