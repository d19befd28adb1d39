// npm run packages -- version: applies changesets to versions and changelogs; -- publish: publishes to the registry of @carry.
import { execFileSync } from 'node:child_process';
import { root } from 'workspace';
import { packLibraries } from 'workspace/libraries';
import { publishPackages } from 'workspace/libraries/publish';

const commands: Record<string, () => Promise<void> | void> = {
  version: () =>
    void execFileSync('npx', ['changeset', 'version'], { cwd: root, stdio: 'inherit' }),
  publish: async () => publishPackages(Object.values(await packLibraries())),
};

const [, , name = ''] = process.argv;
const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
try {
  if (!command) throw new Error('usage: npm run packages -- version | publish');
  await command();
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
