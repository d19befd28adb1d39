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

/** A hash over how remotes are built: these files, and which compilers. Of what a kept module was made, the compiler keeps track itself. */
function digest(): string {
  const files = readdirSync(import.meta.dirname).map((file) =>
    path.join(import.meta.dirname, file),
  );
  const hash = createHash('sha256');
  for (const file of [...files.sort(), ...COMPILERS.map((name) => require.resolve(name))])
    hash.update(`${file}\0`).update(readFileSync(file));
  return hash.digest('hex');
}

/** The modules of the last build, kept beside the packages of the remote; not where it borrows those of another folder, whose builds would meet there. */
export function buildCache(root: string) {
  const packages = path.join(root, 'node_modules');
  if (!existsSync(packages)) return false;
  const isOwn = realpathSync(packages) === path.join(realpathSync(root), 'node_modules');
  return isOwn && { cacheDigest: [digest()] };
}
