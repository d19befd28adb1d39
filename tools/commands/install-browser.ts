import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import path from 'node:path';
import { findBrowser } from '@carry/releases/browser';

const playwright = createRequire(import.meta.url).resolve('playwright/package.json');
/** Package managers need root: through `sudo` where there is one, which minimal systems lack. */
const isRoot = process.getuid?.() === 0;
const canSudo = !isRoot && spawnSync('sudo', ['--version'], { stdio: 'ignore' }).status === 0;
const asRoot = (command: string, ...args: string[]): [string, string[]] =>
  canSudo ? ['sudo', [command, ...args]] : [command, args];
const attempts: [string, string[]][] = [
  [process.execPath, [path.join(playwright, '../cli.js'), 'install', 'chromium']],
  ...(isRoot || canSudo
    ? [
        asRoot('apt-get', 'update', '-q'),
        asRoot('apt-get', 'install', '-y', '-q', 'chromium', 'chromium-headless-shell'),
        asRoot('apt-get', 'install', '-y', '-q', 'chromium'),
      ]
    : []),
];

/** Makes sure that there is a Chromium to test with: Playwright's download, or the system's package manager. */
export function requireBrowser(): string {
  for (const [command, args] of attempts) {
    const found = findBrowser();
    if (found) return found;
    console.log(`no Chromium found, trying: ${path.basename(command)} ${args.slice(-2).join(' ')}`);
    spawnSync(command, args, {
      stdio: 'inherit',
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
  }
  const found = findBrowser();
  if (!found)
    throw new Error(
      'no Chromium could be installed; as root run: apt-get install chromium (or set CHROMIUM_PATH to one)',
    );
  return found;
}
