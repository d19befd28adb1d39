import { readFileSync } from 'node:fs';

export const DEPENDENCIES = [
  '@carry/remote-kit',
  '@carry/ui',
  'react',
  'react-dom',
  'react-router-dom',
];
export const DEV_DEPENDENCIES = [
  '@testing-library/react',
  '@types/node',
  '@types/react',
  'jsdom',
  'playwright',
  'typescript',
  'vitest',
];

/** Returns the versions of packages that a package.json tests with, its `devDependencies`. */
export function readVersions(manifest: string): Record<string, string> {
  const { devDependencies = {} } = JSON.parse(readFileSync(manifest, 'utf8')) as {
    devDependencies?: Record<string, string>;
  };
  return devDependencies;
}
