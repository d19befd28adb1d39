import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { browserUser } from './browser-user';
import { launchChromium } from './chromium';

const folder = mkdtempSync(path.join(tmpdir(), 'carry-gate-key-'));
const keyFile = path.join(folder, 'operator.pem');
afterAll(() => rmSync(folder, { recursive: true }));
beforeEach(() => {
  rmSync(keyFile, { force: true });
  writeFileSync(keyFile, '-----BEGIN', { mode: 0o600 });
});

/** Returns the processes of a group, from /proc. */
const listProcesses = (group: number) =>
  readdirSync('/proc')
    .filter((pid) => /^\d+$/.test(pid))
    .filter((pid) => {
      try {
        const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
        return Number(stat.slice(stat.lastIndexOf(')')).split(' ')[3]) === group;
      } catch {
        return false; // it exited meanwhile
      }
    });

describe.skipIf(process.platform !== 'linux')('launchChromium', () => {
  test('hands no secret to the browser', { timeout: 60_000 }, async () => {
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'a-secret');
    vi.stubEnv('RELEASES_KEY', keyFile);
    vi.stubEnv('SOMETHING_ELSE', 'of the key holder');
    const browser = await launchChromium();
    try {
      const processes = listProcesses(browser.pid ?? 0);
      expect(processes.length).toBeGreaterThan(1);
      const environment = readFileSync(`/proc/${browser.pid}/environ`, 'latin1');
      expect(environment).toContain('HOME=');
      expect(environment).not.toMatch(/a-secret|AWS_|RELEASES_KEY|SOMETHING_ELSE/);
    } finally {
      await browser.close();
      vi.unstubAllEnvs();
    }
  });

  test.skipIf(process.getuid?.() !== 0)(
    'runs as an account that cannot read the key',
    { timeout: 60_000 },
    async () => {
      const browser = await launchChromium();
      try {
        for (const pid of listProcesses(browser.pid ?? 0)) {
          const [, uid, effective] =
            /^Uid:\s+(\d+)\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
          expect([uid, effective]).toEqual(['65534', '65534']);
        }
        const readAsBrowser = () =>
          execFileSync('cat', [keyFile, `/proc/${process.pid}/environ`], {
            uid: 65534,
            gid: 65534,
            stdio: 'pipe',
          });
        expect(readAsBrowser).toThrow(/Permission denied/);
      } finally {
        await browser.close();
      }
    },
  );

  test('leaves no profile behind', { timeout: 60_000 }, async () => {
    const profiles = () =>
      readdirSync(tmpdir()).filter((name) => name.startsWith('carry-gate-browser-'));
    const before = new Set(profiles());
    const browser = await launchChromium();
    const own = profiles().filter((name) => !before.has(name));
    expect(own.length).toBeGreaterThan(0);
    await browser.close();
    expect(profiles().filter((name) => own.includes(name))).toEqual([]);
  });
});

describe.skipIf(process.platform !== 'linux')('launchChromium in a process that is stopped', () => {
  /** Opens two browsers, prints their ids, stops itself after 200 ms, and prints the result of a page that takes a second. */
  const stopMeanwhile = async (handler: string) => {
    const program = `
import { launchChromium } from ${JSON.stringify(path.join(import.meta.dirname, 'chromium.ts'))};
${handler}
const browsers = [await launchChromium(), await launchChromium()];
const page = await browsers[0].openPage();
process.stdout.write(browsers.map(({ pid }) => pid).join());
const expression = 'new Promise((resolve) => setTimeout(resolve, 1000, " page finished"))';
const evaluated = page.send('Runtime.evaluate', { expression, awaitPromise: true });
setTimeout(() => process.kill(process.pid, 'SIGTERM'), 200);
process.stdout.write((await evaluated).result.value);
process.exit(0);`;
    const child = spawn(
      process.execPath,
      ['--import', 'tsx', '--input-type=module', '--eval', program],
      { cwd: import.meta.dirname, stdio: ['ignore', 'pipe', 'inherit'] },
    );
    const [exit, output] = await Promise.all([once(child, 'exit'), text(child.stdout)]);
    const groups = (/^[\d,]+/.exec(output)?.[0] ?? '').split(',').map(Number);
    await expect.poll(() => groups.flatMap(listProcesses)).toEqual([]);
    return { exit, output };
  };

  test.each(['on', 'once'])(
    'keeps its browsers if the process handles the signal (%s)',
    { timeout: 60_000 },
    async (method) => {
      const { exit, output } = await stopMeanwhile(`process.${method}('SIGTERM', () => {});`);
      expect(output).toMatch(/^\d+,\d+ page finished$/);
      expect(exit).toEqual([0, null]);
    },
  );

  test('kills every browser without a handler of the process', { timeout: 60_000 }, async () => {
    const { exit, output } = await stopMeanwhile('');
    expect(output).toMatch(/^\d+,\d+$/);
    expect(exit).toEqual([null, 'SIGTERM']);
  });
});

describe('launchChromium on a machine without a sandbox', () => {
  /** A fake Chromium that exits without --no-sandbox, as on a machine without a sandbox. */
  const withoutSandbox = () => {
    const program = path.join(folder, 'chromium');
    writeFileSync(
      program,
      '#!/bin/sh\ncase "$*" in *--no-sandbox*) exec /usr/bin/chromium "$@";; esac\necho "No usable sandbox!" >&2\nexit 1\n',
      { mode: 0o755 },
    );
    execFileSync('chmod', ['755', folder]);
    return program;
  };

  test.skipIf(process.getuid?.() !== 0)(
    'starts as an unprivileged account for root',
    { timeout: 60_000 },
    async () => {
      vi.stubEnv('CHROMIUM_PATH', withoutSandbox());
      const browser = await launchChromium();
      const command = readFileSync(`/proc/${browser.pid}/cmdline`, 'latin1');
      const status = readFileSync(`/proc/${browser.pid}/status`, 'utf8');
      await browser.close();
      vi.unstubAllEnvs();
      expect(command).toContain('--no-sandbox');
      expect(status).toMatch(/^Uid:\s+65534/m);
    },
  );

  test('refuses to start if the same account has secrets', async () => {
    vi.stubEnv('CHROMIUM_PATH', withoutSandbox());
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'a-secret');
    vi.spyOn(process, 'getuid').mockReturnValue(1000);
    await expect(launchChromium()).rejects.toThrow(
      /no sandbox on this machine and this process has .*AWS_SECRET_ACCESS_KEY/,
    );
    vi.restoreAllMocks();
    vi.unstubAllEnvs();
  });
});

describe('browserUser', () => {
  test('refuses a world-readable key file', () => {
    writeFileSync(path.join(folder, 'open.pem'), 'key', { mode: 0o644 });
    expect(() => browserUser(folder, { RELEASES_KEY: path.join(folder, 'open.pem') }, 0)).toThrow(
      /can be read by every account.*chmod 600/,
    );
  });

  test('allows a browser without a sandbox if no secret exists', () => {
    expect(browserUser(folder, { PATH: '/bin' }, 1000)).toMatchObject({
      ids: {},
      needsSandbox: null,
      env: { PATH: '/bin', HOME: folder },
    });
    expect(browserUser(folder, { PREVIEW_SECRET: 'x' }, 1000).needsSandbox).toContain(
      'PREVIEW_SECRET',
    );
  });
});
