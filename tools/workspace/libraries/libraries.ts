/** The packages that teams install in repositories of their own, by their folders; what one needs of another stands before it. */
export const libraries = [
  'packages/contracts',
  'shared-ui',
  'packages/releases',
  'packages/remote-kit',
  'packages/create-remote',
] as const;

/** Where `tsc -b` puts the declarations of a folder; the folders of a package are in different programs. */
export const programOf = (folder: string): 'browser' | 'node' =>
  /^packages\/(releases|create-remote|remote-kit\/(bundler|cli))\//.test(folder)
    ? 'node'
    : 'browser';

const TESTS = /(^|\/)test\/|\.test(-d)?\.tsx?$|^gallery\/|rsbuild\.config\.ts$/;

/** Whether a file of a package is for those who install it. */
export const isShipped = (file: string): boolean =>
  /^(src|bundler|gates|cli)\//.test(file) && !TESTS.test(file);
