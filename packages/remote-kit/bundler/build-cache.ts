import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

const require = createRequire(import.meta.url);

const COMPILERS = [
  '@rsbuild/core/package.json',
  '@rsbuild/plugin-react',
  '@module-federation/enhanced/rspack',
];

/** Hashes the build configuration and the compilers' versions. The compiler tracks the sources itself. */
function hashToolchain(): string {
  const files = readdirSync(import.meta.dirname).map((file) =>
    path.join(import.meta.dirname, file),
  );
  const hash = createHash('sha256');
  for (const file of [...files.sort(), ...COMPILERS.map((name) => require.resolve(name))])
    hash.update(`${file}\0`).update(readFileSync(file));
  return hash.digest('hex');
}

/** Returns the build cache options. No cache with linked packages, because several builds would share it. */
export function buildCache(root: string) {
  const packages = path.join(root, 'node_modules');
  if (!existsSync(packages)) return false;
  const isOwn = realpathSync(packages) === path.join(realpathSync(root), 'node_modules');
  return isOwn && { cacheDigest: [hashToolchain()] };
}
