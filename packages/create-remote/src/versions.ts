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
  '@types/react-dom',
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

/** `^1.2.3`, `~1.2` or `1`, perhaps with a prerelease. */
const RANGE = /^[~^]?(\d+)(?:\.(\d+))?(?:\.(\d+))?(-[\w.-]+)?$/;

/** Returns true if a range starts at a newer version than another. Tags and other ranges compare as equal. */
export function isNewer(range: string, other: string): boolean {
  const [, ...first] = RANGE.exec(range) ?? [];
  const [, ...second] = RANGE.exec(other) ?? [];
  if (first.length === 0 || second.length === 0) return false;
  for (const index of [0, 1, 2]) {
    const difference = Number(first[index] ?? 0) - Number(second[index] ?? 0);
    if (difference !== 0) return difference > 0;
  }
  return first[3] === undefined && second[3] !== undefined;
}
