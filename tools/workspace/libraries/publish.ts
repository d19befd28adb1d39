import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);
type Environment = Record<string, string | undefined>;

async function npm(args: string[], env: Environment): Promise<string> {
  return (await run('npm', args, { env: { ...process.env, ...env } })).stdout.trim();
}

/** Returns true if the registry has this version. Throws for errors other than 404. */
async function isPublished(name: string, version: string, env: Environment): Promise<boolean> {
  try {
    return (await npm(['view', `${name}@${version}`, 'version', '--json'], env)) !== '';
  } catch (error) {
    if (/"code": "E404"/.test((error as { stdout?: string }).stdout ?? '')) return false;
    throw error;
  }
}

/** Publishes tarballs to the registry of their scope. Skips published versions and packages marked private. */
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
        `no npm registry for ${scope}; set one so that nothing goes to the public registry: npm config set ${scope}:registry https://…`,
      );
    if (await isPublished(name, version, env))
      report(`skipped ${name}@${version}: already published`);
    else {
      await npm(['publish', file], env);
      report(`published ${name}@${version}`);
    }
  }
}
