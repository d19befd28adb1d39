/** A folder that runs one process with plain Node. */
export interface Artifact {
  name: string;
  /** The file that is bundled, from the root of the workspace. It keeps the name of its folder, so what it finds beside itself stays where it looks. */
  entry: string;
  /** The folder of its bundle in the artifact, where it is not the folder that `entry` lies in. */
  inside?: string;
  /** What it reads at run time, from the root of the workspace; the target is a path in the artifact. */
  files: Record<string, string>;
  /** Modules that no bundler can take in, and where they are declared: native code and files that are opened by path. */
  modules: { name: string; of: string }[];
  /** The command that it is where somebody installs the folder as a package of npm. */
  command?: string;
}

/** What a site serves and renders with. */
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
    files: { ...shellFiles, 'shell/dist/maps': 'dist/maps' }, // brought to the store, never served
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
      'shell/dist/node/inspect-realm.cjs': 'dist/node/inspect-realm.cjs',
    },
    modules: [
      { name: 'playwright', of: 'packages/releases' },
      ...['react', 'react-dom', 'react-router-dom'].map((name) => ({
        name,
        of: 'packages/releases',
      })), // it reads their versions
    ],
  },
  { name: 'sandbox', entry: 'services/dev-services/src/main.ts', files: {}, modules: [] },
];
