import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);
type Environment = Record<string, string | undefined>;

async function npm(args: string[], env: Environment): Promise<string> {
  return (await run('npm', args, { env: { ...process.env, ...env } })).stdout.trim();
}

/** Whether the registry has a version of a package; throws where it does not say. */
async function isThere(name: string, version: string, env: Environment): Promise<boolean> {
  try {
    return (await npm(['view', `${name}@${version}`, 'version', '--json'], env)) !== '';
  } catch (error) {
    if (/"code": "E404"/.test((error as { stdout?: string }).stdout ?? '')) return false;
    throw error;
  }
}

/**
 * Publishes tarballs to the registry that npm has for their scope, each once: a version that is there stays as it is. A package that is
 * marked private stays here until its owner removes the mark.
 */
export async function publishPackages(
  tarballs: readonly string[],
  report: (line: string) => void = console.log,
  env: Environment = {},
): Promise<void> {
  for (const file of tarballs) {
    const manifest = (await run('tar', ['xzOf', file, 'package/package.json'])).stdout;
    const {
      name,
      version,
      private: isPrivate,
    } = JSON.parse(manifest) as { name: string; version: string; private?: boolean };
    if (isPrivate) {
      report(
        `${name} is private and stays here; to publish it, remove "private" from its package.json`,
      );
      continue;
    }
    const [scope] = name.split('/');
    const registry = await npm(['config', 'get', `${scope}:registry`], env);
    if (!/^https?:/.test(registry))
      throw new Error(
        `npm has no registry for ${scope}, and in the public one that name is somebody else's: npm config set ${scope}:registry https://…`,
      );
    if (await isThere(name, version, env)) report(`${name}@${version} is there`);
    else {
      await npm(['publish', file], env);
      report(`${name}@${version} is published`);
    }
  }
}
