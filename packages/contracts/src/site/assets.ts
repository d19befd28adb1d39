/** What a server bundle has for the address of its own files, which only a release knows; below it, paths are those in `web/`. */
export const ASSETS_PLACEHOLDER = '/_carry_assets_/';
