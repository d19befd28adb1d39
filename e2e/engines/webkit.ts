import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Engine, type Size } from './engine';
import type { Target } from './locate';
import { RECORDER } from './recorder';

const DRIVER = '/usr/bin/WebKitWebDriver';
const XVFB = '/usr/bin/Xvfb';
const LIBRARIES = '/usr/lib';
const WINDOW = path.join(import.meta.dirname, 'window.py');
const COMMAND_MS = 60_000;
const START_MS = 30_000;
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';
const KEYS = { Enter: '\uE007', Escape: '\uE00C', Tab: '\uE004' };
const BACKSPACE = '\uE003';

type Handle = Record<typeof ELEMENT, string>;

function findMiniBrowser(): string | null {
  const folders = existsSync(LIBRARIES) ? readdirSync(LIBRARIES) : [];
  const found = folders
    .filter((name) => name.endsWith('-linux-gnu'))
    .flatMap((name) =>
      ['webkit2gtk-4.1', 'webkit2gtk-4.0'].map((version) =>
        path.join(LIBRARIES, name, version, 'MiniBrowser'),
      ),
    );
  return found.find((file) => existsSync(file)) ?? null;
}

/** Returns true if this machine can run window.py, which supports any width. */
const hasOwnWindow = () =>
  spawnSync('/usr/bin/python3', [
    '-c',
    'import gi; gi.require_version("WebKit2", "4.1"); from gi.repository import WebKit2',
  ]).status === 0;

export function whyNoWebKit(): string | null {
  if (!existsSync(DRIVER)) return 'webkit2gtk-driver is not installed';
  if (!existsSync(XVFB)) return 'xvfb is not installed';
  return findMiniBrowser() || hasOwnWindow() ? null : 'MiniBrowser of WebKitGTK is not installed';
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

async function startDisplay(): Promise<{ child: ChildProcess; display: string }> {
  const args = ['-displayfd', '3', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp'];
  const child = spawn(XVFB, args, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] });
  const number = await new Promise<string>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', () => reject(new Error('Xvfb ended before it had a display')));
    child.stdio[3]?.once('data', (data: Buffer) => resolve(String(data).trim()));
  });
  return { child, display: `:${number}` };
}

export class WebKit extends Engine<Handle> {
  readonly name = 'WebKit';
  private readonly folder = mkdtempSync(path.join(tmpdir(), 'carry-webkit-'));
  private readonly children: ChildProcess[] = [];
  private readonly hasRecorder = hasOwnWindow();
  private session = '';

  /** `script` runs at the start of every document. */
  static async start(site: string, size: Size, script = RECORDER): Promise<WebKit> {
    const webkit = new WebKit(site);
    try {
      await webkit.begin(size, script);
    } catch (error) {
      await webkit.close();
      throw error;
    }
    return webkit;
  }

  private async begin(size: Size, script: string): Promise<void> {
    const { child, display } = await startDisplay();
    this.children.push(child);
    const port = await freePort();
    const driver = spawn(DRIVER, [`--port=${port}`], {
      detached: true, // ends its browsers with the process group
      stdio: 'ignore',
      env: {
        ...process.env,
        DISPLAY: display,
        GDK_BACKEND: 'x11',
        NO_AT_BRIDGE: '1',
        LIBGL_ALWAYS_SOFTWARE: '1',
        WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
        HOME: this.folder,
        XDG_RUNTIME_DIR: this.folder,
        TZ: 'Europe/Berlin',
        LANG: 'en_US.UTF-8',
        LANGUAGE: 'en_US',
        ENGINE_RECORDER: script,
        ENGINE_WIDTH: String(size.width),
        ENGINE_HEIGHT: String(size.height),
      },
    });
    this.children.push(driver);
    this.session = `http://127.0.0.1:${port}`;
    await this.untilReady();
    const browserOptions = {
      binary: this.hasRecorder ? WINDOW : findMiniBrowser(),
      args: ['--automation'],
    };
    const { sessionId } = await this.command<{ sessionId: string }>('POST', '/session', {
      capabilities: {
        alwaysMatch: {
          browserName: 'MiniBrowser',
          'webkitgtk:browserOptions': browserOptions,
          pageLoadStrategy: 'none',
          unhandledPromptBehavior: 'accept',
          timeouts: { implicit: 0, pageLoad: COMMAND_MS, script: COMMAND_MS },
        },
      },
    });
    this.session += `/session/${sessionId}`;
    await this.resize(size);
  }

  private async untilReady(): Promise<void> {
    const end = Date.now() + START_MS;
    while (
      !(await fetch(`${this.session}/status`).then(
        ({ ok }) => ok,
        () => false,
      ))
    ) {
      if (Date.now() > end) throw new Error('WebKitWebDriver did not start');
      await pause(100);
    }
  }

  private async command<T>(method: string, address: string, body?: unknown): Promise<T> {
    const response = await fetch(this.session + address, {
      method,
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(COMMAND_MS + 5000),
    });
    const { value } = (await response.json()) as {
      value: T & { error?: string; message?: string };
    };
    if (value?.error) throw new Error(`${value.error}: ${value.message}`);
    return value;
  }

  protected async navigate(url: string): Promise<void> {
    await this.command('POST', '/url', { url });
    if (!this.hasRecorder) await this.run(`() => { ${RECORDER} }`, []);
  }

  protected run<T>(code: string, args: unknown[]): Promise<T> {
    return this.command<T>('POST', '/execute/sync', {
      script: `return (${code})(...arguments)`,
      args,
    });
  }

  protected element(code: string, target: Target): Promise<Handle | null> {
    return this.run<Handle | null>(code, [target]);
  }

  protected async clickElement(handle: Handle): Promise<void> {
    await this.run("(e) => e.scrollIntoView({ block: 'center', behavior: 'instant' })", [handle]);
    await pause(60); // WebDriver clicks at the last painted position
    await this.command('POST', `/element/${handle[ELEMENT]}/click`, {});
  }

  protected async typeInto(handle: Handle, text: string): Promise<void> {
    await this.run(
      "(e) => { e.scrollIntoView({ block: 'center', behavior: 'instant' }); e.focus(); e.select(); }",
      [handle],
    );
    await this.type(BACKSPACE);
    await this.command('POST', `/element/${handle[ELEMENT]}/value`, { text });
  }

  private async type(value: string): Promise<void> {
    const actions = ['keyDown', 'keyUp'].map((type) => ({ type, value }));
    await this.command('POST', '/actions', { actions: [{ type: 'key', id: 'keys', actions }] });
  }

  press(key: keyof typeof KEYS): Promise<void> {
    return this.type(KEYS[key]);
  }

  /** Resizes the viewport, not the window. MiniBrowser has a minimum width. */
  async resize({ width, height }: Size): Promise<void> {
    const rect = { x: 0, y: 0, width, height };
    await this.command('POST', '/window/rect', rect);
    const [innerWidth = 0, innerHeight = 0] = await this.run<number[]>(
      '() => [innerWidth, innerHeight]',
      [],
    );
    if (innerWidth === width && innerHeight === height) return;
    await this.command('POST', '/window/rect', {
      ...rect,
      width: 2 * width - innerWidth,
      height: 2 * height - innerHeight,
    });
  }

  async screenshot(): Promise<Buffer> {
    return Buffer.from(await this.command<string>('GET', '/screenshot'), 'base64');
  }

  async back(): Promise<void> {
    await this.command('POST', '/back', {});
  }

  async forward(): Promise<void> {
    await this.command('POST', '/forward', {});
  }

  async close(): Promise<void> {
    if (this.session.includes('/session/'))
      await Promise.race([this.command('DELETE', ''), pause(5000)]).catch(() => {});
    for (const { pid, spawnargs } of this.children.reverse())
      try {
        if (pid) process.kill(spawnargs[0] === DRIVER ? -pid : pid, 'SIGKILL');
      } catch {}
    rmSync(this.folder, { recursive: true, force: true });
  }
}
