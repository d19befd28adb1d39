/** Placeholder in server bundles for the base URL of the release's `web/` files. */
export const ASSETS_PLACEHOLDER = '/_carry_assets_/';
