/** Folders of the published packages, dependencies first. */
export const libraries = [
  'packages/contracts',
  'shared-ui',
  'packages/releases',
  'packages/remote-kit',
  'packages/create-remote',
] as const;

/** Returns the TypeScript program of a folder, which is the folder of its declarations. */
export const programOf = (folder: string): 'browser' | 'node' =>
  /^packages\/(releases|create-remote|remote-kit\/(bundler|cli))\//.test(folder)
    ? 'node'
    : 'browser';

const TESTS = /(^|\/)test\/|\.test(-d)?\.tsx?$|^gallery\/|rsbuild\.config\.ts$/;

export const isShipped = (file: string): boolean =>
  /^(src|bundler|gates|cli)\//.test(file) && !TESTS.test(file);
