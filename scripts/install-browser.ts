import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import path from 'node:path';
import { findBrowser } from '@carry/releases/browser';

const playwright = createRequire(import.meta.url).resolve('playwright/package.json');
const attempts: [string, string[]][] = [
  [process.execPath, [path.join(playwright, '../cli.js'), 'install', 'chromium']],
  ['apt-get', ['update', '-q']],
  ['apt-get', ['install', '-y', '-q', 'chromium', 'chromium-headless-shell']],
  ['apt-get', ['install', '-y', '-q', 'chromium']],
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
  if (!found) throw new Error('no Chromium could be installed; install one and set CHROMIUM_PATH');
  return found;
}
