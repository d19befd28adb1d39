// Cached bundles of programs: they start up to ten times faster than sources compiled at each start.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const computeHash = (file) => createHash('sha256').update(readFileSync(file)).digest('hex');

function currentBundle(list) {
  try {
    const { bundle, inputs } = JSON.parse(readFileSync(list, 'utf8'));
    return Object.entries(inputs).every(([file, hash]) => computeHash(file) === hash)
      ? bundle
      : null;
  } catch {
    return null; // no list, or a missing input
  }
}

export const loaderIn = (root) =>
  pathToFileURL(path.join(root, 'node_modules/tsx/dist/loader.mjs')).href;

/**
 * Returns the bundle of a program, such as `shell/server/main.ts`, built if its sources changed; null if the build fails.
 */
export function getBundle(program, root, tsx = loaderIn(root)) {
  // copies of a workspace can share node_modules
  const rootHash = createHash('sha256').update(root).digest('hex').slice(0, 8);
  const folder = path.join(
    root,
    `node_modules/.cache/programs/${program.replaceAll('/', '-')}-${rootHash}`,
  );
  const list = path.join(folder, 'inputs.json');
  const bundle = currentBundle(list);
  if (bundle) return bundle;
  try {
    mkdirSync(folder, { recursive: true });
  } catch (error) {
    console.error(`${program} starts slowly: ${error.message}`); // a read-only or full disk
    return null;
  }
  const bundler = path.join(root, 'tools/workspace/processes/bundle-program.ts');
  const env = { ...process.env, NODE_OPTIONS: '' };
  const stdio = ['ignore', 'ignore', 'pipe'];
  const options = { cwd: root, env, stdio, encoding: 'utf8' };
  const { status, stderr } = spawnSync(
    process.execPath,
    ['--import', tsx, bundler, program, folder],
    options,
  );
  if (status !== 0) console.error(`${program} starts slowly: its bundle failed\n${stderr}`);
  return currentBundle(list);
}
