import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { gateFlags, requireExecutable } from './browser';
import { connect, type Session } from './devtools';

const SIZE = { width: 1280, height: 720, deviceScaleFactor: 1, mobile: false };

export type Chromium = Awaited<ReturnType<typeof launchChromium>>;

/**
 * A browser for the gates, with the pages of one visitor. Without Playwright: to load it costs more than one of their pages, and it
 * puts more into every page than a gate asks of it.
 */
export async function launchChromium() {
  const profile = mkdtempSync(path.join(tmpdir(), 'carry-gate-browser-'));
  const child = spawn(requireExecutable(), [...gateFlags, `--user-data-dir=${profile}`], {
    detached: true, // a group of its own, so that all of it can be ended
    stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'],
  });
  const [, , , to, from] = child.stdio as unknown as [null, null, null, Writable, Readable];
  const { browser, end } = connect(to, from);
  const gone = once(child, 'exit').catch(() => {}); // what cannot be started says so as an error
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
  try {
    const { browserContextId } = await browser.send('Target.createBrowserContext');
    return { openPage: () => openPage(browser, browserContextId), close };
  } catch (error) {
    await close();
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
