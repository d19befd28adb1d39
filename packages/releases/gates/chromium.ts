import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { gateFlags, requireExecutable } from './browser';
import { type BrowserUser, browserUser } from './browser-user';
import { connect, type Session } from './devtools';

const SIZE = { width: 1280, height: 720, deviceScaleFactor: 1, mobile: false };

export type Chromium = Awaited<ReturnType<typeof launchChromium>>;

/**
 * Starts a browser for the gates, with the pages of one visitor. Without Playwright: to load it costs more than one of their pages, and it
 * puts more into every page than a gate asks of it. It has no secret in its environment, and Chromium's sandbox wherever the machine
 * permits one; see {@link browserUser} for the cases in which it may run without.
 */
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

/** Chromium's words where neither user namespaces nor a setuid helper give it a sandbox. */
const NO_SANDBOX = /no usable sandbox|setuid sandbox|move to new namespace|without --no-sandbox/i;
const MAX_HEARD = 64 * 1024;

function start(executable: string, flags: readonly string[]) {
  const profile = mkdtempSync(path.join(tmpdir(), 'carry-gate-browser-'));
  const user = userFor(profile);
  const child = spawn(executable, [...flags, `--user-data-dir=${profile}`], {
    ...user.ids,
    cwd: profile,
    env: user.env,
    detached: true, // a group of its own, so that all of it can be ended
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
  const gone = once(child, 'close').catch(() => {}); // what cannot be started says so as an error
  to.on('error', () => {}); // it has ended, which `end` tells
  child.once('error', ({ message }) => end(`the browser cannot be started: ${message}`));
  child.once('exit', (code) => end(`the browser has ended (${code ?? 'killed'})`));

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
    /** Whether it ended because the machine gives it no sandbox; call after `close`. */
    hasNoSandbox: () => NO_SANDBOX.test(heard),
    async open() {
      const { browserContextId } = await browser.send('Target.createBrowserContext');
      return {
        /** Process id of the browser; its group has the same. */
        pid: child.pid,
        openPage: () => openPage(browser, browserContextId),
        close,
      };
    },
  };
}

/** The account for a profile; without one there is no profile. */
function userFor(profile: string): BrowserUser {
  try {
    return browserUser(profile, { ...process.env });
  } catch (error) {
    rmSync(profile, { recursive: true, force: true });
    throw error;
  }
}

/** Does something when this process ends before its time; answers how to leave that. */
function atTheEnd(last: () => void): () => void {
  const onSignal = (signal: NodeJS.Signals) => {
    leave();
    last();
    if (process.listenerCount(signal) === 0) process.kill(process.pid, signal); // nobody else decides what it means
  };
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  const leave = () => {
    process.off('exit', last);
    for (const signal of signals) process.off(signal, onSignal);
  };
  process.once('exit', last);
  for (const signal of signals) process.once(signal, onSignal);
  return leave;
}

/** An empty page, which is shown as one in front of its visitor. */
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
  ]);
  return page;
}
