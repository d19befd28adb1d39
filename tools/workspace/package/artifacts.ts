/** A folder that runs one process with plain Node. Paths are relative to the workspace root. */
export interface Artifact {
  name: string;
  entry: string;
  /** Folder of the bundle in the artifact. Default: the name of the entry's folder, so that relative paths still resolve. */
  inside?: string;
  /** Files read at run time: source to path in the artifact. */
  files: Record<string, string>;
  /** Modules that cannot be bundled (native code, files opened by path) and the package that declares them. */
  modules: { name: string; of: string }[];
  /** Name of the command if the folder is installed with npm. */
  command?: string;
}

const shellFiles = {
  'shell/dist/web': 'dist/web',
  'shell/dist/inline': 'dist/inline',
  'shell/dist/node/render.cjs': 'dist/node/render.cjs',
  'shell/dist/node/realm.cjs': 'dist/node/realm.cjs',
};

export const artifacts: readonly Artifact[] = [
  {
    name: 'site',
    entry: 'shell/server/main.ts',
    files: { ...shellFiles, 'shell/dist/maps': 'dist/maps' }, // uploaded to the store, never served
    modules: [],
  },
  {
    name: 'api',
    entry: 'services/api/src/app/main.ts',
    inside: 'src/app',
    files: {
      'services/api/media': 'media',
      'services/api/texts': 'texts',
      'services/api/src/core/db/migrations': 'src/app/migrations',
    },
    modules: [
      { name: '@electric-sql/pglite', of: 'services/api' },
      { name: '@node-rs/argon2', of: 'services/api' },
      { name: 'sharp', of: 'services/api' },
    ],
  },
  {
    name: 'operator',
    entry: 'tools/operator/src/main.ts',
    files: { 'services/api/src/core/db/migrations': 'src/migrations' },
    modules: [{ name: '@electric-sql/pglite', of: 'services/api' }],
    command: 'carry-operator',
  },
  {
    name: 'releases',
    entry: 'tools/workspace/release-server/main.ts',
    files: {
      ...shellFiles,
      'shell/dist/node/inspect.cjs': 'dist/node/inspect.cjs',
      'shell/dist/node/check-files.cjs': 'dist/node/check-files.cjs',
      'shell/dist/node/inspect-realm.cjs': 'dist/node/inspect-realm.cjs',
      'packages/releases/console/dist': 'console/dist',
      'packages/releases/package.json': 'node_modules/@carry/releases/package.json', // for its version
    },
    modules: [
      { name: 'playwright', of: 'packages/releases' },
      { name: 'css-tree', of: 'packages/releases' }, // reads JSON files beside its modules
      ...['react', 'react-dom', 'react-router-dom'].map((name) => ({
        name,
        of: 'packages/releases',
      })), // for their versions
    ],
  },
  { name: 'sandbox', entry: 'services/dev-services/src/main.ts', files: {}, modules: [] },
];
