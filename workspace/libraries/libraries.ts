/** The packages that teams install in repositories of their own, by their folders; what one needs of another stands before it. */
export const libraries = [
  'contracts',
  'shared-ui',
  'registry',
  'remote-kit',
  'create-remote',
] as const;

/** Where `tsc -b` puts the declarations of a folder; the folders of a package are in different programs. */
export const programOf = (folder: string): 'browser' | 'node' =>
  /^(registry|create-remote|remote-kit\/(build|cli))\//.test(folder) ? 'node' : 'browser';

const TESTS = /(^|\/)test\/|\.test(-d)?\.tsx?$|^gallery\/|rsbuild\.config\.ts$/;

/** Whether a file of a package is for those who install it. */
export const isShipped = (file: string): boolean =>
  /^(src|build|gates|cli)\//.test(file) && !TESTS.test(file);
