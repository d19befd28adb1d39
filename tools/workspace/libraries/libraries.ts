/** Folders of the published packages, dependencies first. */
export const libraries = [
  'packages/contracts',
  'shared-ui',
  'packages/releases',
  'packages/remote-kit',
  'packages/create-remote',
] as const;

export const SHIPPED = ['src', 'bundler', 'gates', 'cli'];

/** Returns the TypeScript program of a folder, which is the folder of its declarations. */
export const getProgram = (folder: string): 'browser' | 'node' =>
  /^packages\/(releases|create-remote|remote-kit\/(bundler|cli))\//.test(folder)
    ? 'node'
    : 'browser';

const TESTS = /(^|\/)test\/|\.test(-d)?\.tsx?$|^gallery\/|rsbuild\.config\.ts$/;

export const isShipped = (file: string): boolean =>
  SHIPPED.some((folder) => file.startsWith(`${folder}/`)) && !TESTS.test(file);
