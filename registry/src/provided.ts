import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const versionOf = (manifest: string) => (require(manifest) as { version: string }).version;

/** The versions of the shared modules that this workspace's shell is built with: the catalog has one of each. */
export const providedVersions = (): Record<string, string> => ({
  react: versionOf('react/package.json'),
  'react/jsx-runtime': versionOf('react/package.json'),
  'react-dom': versionOf('react-dom/package.json'),
  'react-router-dom': versionOf('react-router-dom/package.json'),
});
