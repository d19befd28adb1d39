import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { gateFlags, requireExecutable } from './browser';
import { type BrowserUser, browserUser } from './browser-user';
import { connect, type Session } from './devtools';

/** Painting animations takes a sixth of a publish's processor time. */
export const STILL = { name: 'prefers-reduced-motion', value: 'reduce' };
const SIZE = { width: 1280, height: 720, deviceScaleFactor: 1, mobile: false };

export type Chromium = Awaited<ReturnType<typeof launchChromium>>;

/** Starts a browser with the pages of one visitor, under the account of {@link browserUser}. Playwright would use that of this process. */
export async function launchChromium() {
  const executable = requireExecutable();
  const sandboxed = start(executable, gateFlags);
  try {
    return await sandboxed.open();
  } catch (error) {
    await sandboxed.close();
    if (!sandboxed.hasNoSandbox()) throw error;
    const { needsSandbox } = sandboxed.user;
    if (needsSandbox)
      throw new Error(
        `Chromium has no sandbox on this machine and ${needsSandbox}, so the gates do not run; permit user namespaces (in a container: a seccomp profile that does), or run the gates as root, which starts Chromium as nobody`,
        { cause: error },
      );
  }
  const other = start(executable, [...gateFlags, '--no-sandbox']);
  try {
    return await other.open();
  } catch (error) {
    await other.close();
    throw error;
  }
}

/** Chromium's messages if neither user namespaces nor a setuid helper provide a sandbox. */
const NO_SANDBOX = /no usable sandbox|setuid sandbox|move to new namespace|without --no-sandbox/i;
const MAX_HEARD = 64 * 1024;

function start(executable: string, flags: readonly string[]) {
  const profile = mkdtempSync(path.join(tmpdir(), 'carry-gate-browser-'));
  const user = userFor(profile);
  const child = spawn(executable, [...flags, `--user-data-dir=${profile}`], {
    ...user.ids,
    cwd: profile,
    env: user.env,
    detached: true, // a process group, so that all of it can be killed
    stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
  });
  const [, , errors, to, from] = child.stdio as unknown as [
    null,
    null,
    Readable,
    Writable,
    Readable,
  ];
  let heard = '';
  errors.on('data', (part: Buffer) => {
    if (heard.length < MAX_HEARD) heard += part.toString('latin1');
  });
  const { browser, end } = connect(to, from);
  const gone = once(child, 'close').catch(() => {}); // a failed start is reported by the error event
  to.on('error', () => {}); // it exited; `end` reports that
  child.once('error', ({ message }) => end(`the browser cannot be started: ${message}`));
  child.once('exit', (code) => end(`the browser exited (${code ?? 'killed'})`));

  const kill = () => {
    if (child.pid && child.exitCode === null && child.signalCode === null)
      process.kill(-child.pid, 'SIGKILL');
  };
  const forget = () => rmSync(profile, { recursive: true, force: true, maxRetries: 10 });
  const leave = atTheEnd(() => {
    kill();
    forget();
  });
  const close = async () => {
    leave();
    kill();
    await gone;
    forget();
  };
  return {
    user,
    close,
    /** True if it exited for lack of a sandbox; call after `close`. */
    hasNoSandbox: () => NO_SANDBOX.test(heard),
    async open() {
      const { browserContextId } = await browser.send('Target.createBrowserContext');
      return {
        pid: child.pid,
        openPage: () => openPage(browser, browserContextId),
        close,
      };
    },
  };
}

function userFor(profile: string): BrowserUser {
  try {
    return browserUser(profile, { ...process.env });
  } catch (error) {
    rmSync(profile, { recursive: true, force: true });
    throw error;
  }
}

const kills = new Set<() => void>();
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

const killAll = () => {
  for (const kill of kills) kill();
};

function onSignal(signal: NodeJS.Signals): void {
  if (process.listenerCount(signal) > 1) return; // that handler decides when the process exits, such as after a publish
  killAll();
  process.off(signal, onSignal);
  process.kill(process.pid, signal);
}

function atTheEnd(kill: () => void): () => void {
  if (kills.size === 0) {
    process.on('exit', killAll);
    for (const signal of SIGNALS) process.prependListener(signal, onSignal); // counts the others before a `once` removes itself
  }
  kills.add(kill);
  return () => {
    kills.delete(kill);
    if (kills.size > 0) return;
    process.off('exit', killAll);
    for (const signal of SIGNALS) process.off(signal, onSignal);
  };
}

async function openPage(browser: Session, browserContextId: unknown): Promise<Session> {
  const { targetId } = await browser.send('Target.createTarget', {
    url: 'about:blank',
    browserContextId,
  });
  const attached = await browser.send('Target.attachToTarget', { targetId, flatten: true });
  const page = browser.other(String(attached['sessionId']));
  await Promise.all([
    page.send('Emulation.setDeviceMetricsOverride', SIZE),
    page.send('Emulation.setFocusEmulationEnabled', { enabled: true }),
    page.send('Emulation.setEmulatedMedia', { features: [STILL] }),
  ]);
  return page;
}
