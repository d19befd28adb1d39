import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import path from 'node:path';
import { findBrowser } from '@carry/releases/gates';

const playwright = createRequire(import.meta.url).resolve('playwright/package.json');
/** Package managers need root; minimal systems have no `sudo`. */
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

/** Installs Debian's headless shell beside its Chromium, because tests then take half the processor time. */
function addHeadlessShell(browser: string): string {
  if (browser !== '/usr/bin/chromium' || !(isRoot || canSudo)) return browser;
  const [command, args] = asRoot('apt-get', 'install', '-y', '-q', 'chromium-headless-shell');
  spawnSync(command, args, { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } });
  return findBrowser() ?? browser;
}

/** Returns the path of Chromium. Installs it with Playwright or apt if necessary. */
export function requireBrowser(): string {
  for (const [command, args] of attempts) {
    const browser = findBrowser();
    if (browser) return addHeadlessShell(browser);
    console.log(
      `Chromium not found; running ${path.basename(command)} ${args.slice(-2).join(' ')}`,
    );
    spawnSync(command, args, {
      stdio: 'inherit',
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
  }
  const browser = findBrowser();
  if (!browser)
    throw new Error(
      'cannot install Chromium; run apt-get install chromium as root, or set CHROMIUM_PATH',
    );
  return browser;
}
