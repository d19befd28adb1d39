import { setTimeout as pause } from 'node:timers/promises';
import { locate, type Target } from './locate';
import type { Problems } from './recorder';

export interface Size {
  width: number;
  height: number;
}

// biome-ignore lint/suspicious/noExplicitAny: the arguments of each call differ
export type InPage<T> = (...args: any[]) => T;

/** Milliseconds; long enough for busy machines. */
const WAIT_MS = 40_000;
const POLL_MS = 100;

/** True for an error of a page or an element that was just replaced or hidden. WebKit's driver has no script result then. */
const isReplaced = (error: unknown) =>
  /context|detached|navigat|destroy|unload|realm|frame|stale|no such|not found|not clickable|closed|script result/i.test(
    String(error),
  );

/** A browser tab. `Handle` is the driver's element reference. */
export abstract class Engine<Handle = unknown> {
  abstract readonly name: string;
  readonly site: string;

  constructor(site: string) {
    this.site = site;
  }

  /** Starts a navigation. Does not wait for it, because a test may hold back the page's deferred scripts. */
  protected abstract navigate(url: string): Promise<void>;
  protected abstract element(code: string, target: Target): Promise<Handle | null>;
  protected abstract clickElement(handle: Handle): Promise<void>;
  protected abstract typeInto(handle: Handle, text: string): Promise<void>;
  protected abstract run<T>(code: string, args: unknown[]): Promise<T>;
  abstract press(key: 'Enter' | 'Escape' | 'Tab'): Promise<void>;
  abstract resize(size: Size): Promise<void>;
  abstract screenshot(): Promise<Buffer>;
  abstract back(): Promise<void>;
  abstract forward(): Promise<void>;
  abstract close(): Promise<void>;

  evaluate<T>(inPage: InPage<T>, ...args: unknown[]): Promise<T> {
    return this.run<T>(String(inPage), args);
  }

  /** Runs a script in the page, as a tool would: the page's policy does not apply. */
  load(script: string): Promise<void> {
    return this.run(`() => { ${script} }`, []);
  }

  /** Opens a path or a URL and resolves after hydration. */
  async open(address: string): Promise<void> {
    await this.openAsServed(address);
    await this.hydrated();
  }

  async openAsServed(address: string): Promise<void> {
    await this.evaluate(() => Object.assign(globalThis, { left: true })).catch(() => null); // an error page has no realm
    await this.navigate(address.startsWith('http') ? address : this.site + address);
    await this.until(
      'a document',
      () => !('left' in globalThis) && document.readyState !== 'loading',
    );
  }

  async hydrated(): Promise<void> {
    await this.until(
      'a hydrated page',
      () =>
        !document.getElementById('carry-boot') ||
        document.documentElement.dataset['hydrated'] === '',
    );
  }

  /** Polls a function in the page and resolves with its first truthy result. */
  async until<T>(what: string, inPage: InPage<T>, ...args: unknown[]): Promise<T> {
    const end = Date.now() + WAIT_MS;
    let last: unknown;
    for (;;) {
      last = await this.evaluate<T>(inPage, ...args).catch((error) => {
        if (isReplaced(error)) return null;
        throw error;
      });
      if (last) return last as T;
      if (Date.now() > end) throw await this.timedOut(what);
      await pause(POLL_MS);
    }
  }

  private async timedOut(what: string): Promise<Error> {
    const shown = await this.evaluate(() => {
      // biome-ignore lint/performance/useDomNodeTextContent: hidden text would mislead
      const { innerText } = document.body;
      return `${location.href}\n${innerText}`;
    }).catch(String);
    return new Error(`${this.name}: no ${what} on ${shown.slice(0, 1500)}`);
  }

  async find(target: Target): Promise<Handle> {
    const end = Date.now() + WAIT_MS;
    for (;;) {
      const found = await this.element(String(locate), target).catch((error) => {
        if (isReplaced(error)) return null;
        throw error;
      });
      if (found) return found;
      if (Date.now() > end) throw await this.timedOut(JSON.stringify(target));
      await pause(POLL_MS);
    }
  }

  async sees(target: Target): Promise<void> {
    await this.find(target);
  }

  async click(target: Target): Promise<void> {
    const end = Date.now() + WAIT_MS;
    for (;;) {
      const handle = await this.find(target);
      try {
        await this.clickElement(handle);
        return;
      } catch (error) {
        if (!isReplaced(error) || Date.now() > end) throw error;
      }
      await pause(POLL_MS);
    }
  }

  async fill(target: Target, value: string): Promise<void> {
    await this.typeInto(await this.find(target), value);
  }

  at(pattern: string): Promise<string> {
    return this.until(
      `address ${pattern}`,
      (source: string) => {
        const { pathname, search, hash, href } = location;
        return new RegExp(source).test(pathname + search + hash) ? href : '';
      },
      pattern,
    );
  }

  /** Returns and clears the errors of the document. */
  problems(): Promise<Problems> {
    return this.evaluate(
      () => (self as typeof self & { problems?: string[] }).problems?.splice(0) ?? [],
    );
  }
}
