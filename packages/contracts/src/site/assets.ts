/** Placeholder in server bundles for the base URL of the release's `web/` files. */
export const ASSETS_PLACEHOLDER = '/_carry_assets_/';

/** Version of a remote that a development server serves. */
export const DEV_VERSION = 'dev';

/** Returns the path of a development server's files at the origin of the page, where a release has its files: a worker's script must come from there. */
export const devFilesOf = (remote: string): string => `/remotes/${remote}/${DEV_VERSION}/web/`;
