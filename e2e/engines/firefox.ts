import { existsSync } from 'node:fs';
import { type Browser, type ElementHandle, launch, type Page } from 'puppeteer-core';
import { Engine, type Size } from './engine';
import type { Target } from './locate';
import { RECORDER } from './recorder';

const FIREFOX = ['/usr/bin/firefox-esr', '/usr/bin/firefox'].find((file) => existsSync(file));
const LOAD_MS = 45_000;
/** Milliseconds. A page from the back-forward cache fires no `load`. */
const HISTORY_MS = 3000;

export const whyNoFirefox = (): string | null => (FIREFOX ? null : 'firefox-esr is not installed');

export class Firefox extends Engine<ElementHandle> {
  readonly name = 'Firefox';
  private readonly browser: Browser;
  private readonly page: Page;

  private constructor(site: string, browser: Browser, page: Page) {
    super(site);
    this.browser = browser;
    this.page = page;
  }

  static async start(site: string, size: Size): Promise<Firefox> {
    const browser = await launch({
      browser: 'firefox',
      ...(FIREFOX && { executablePath: FIREFOX }),
      headless: true,
      timeout: LOAD_MS,
      protocolTimeout: LOAD_MS,
      env: { ...process.env, TZ: 'Europe/Berlin' },
      extraPrefsFirefox: { 'intl.accept_languages': 'en-US', 'intl.locale.requested': 'en-US' },
    });
    const page = (await browser.pages())[0] ?? (await browser.newPage());
    page.on('dialog', (dialog) => void dialog.accept().catch(() => {}));
    await page.evaluateOnNewDocument(RECORDER);
    const firefox = new Firefox(site, browser, page);
    await firefox.resize(size);
    return firefox;
  }

  protected async navigate(url: string): Promise<void> {
    const loaded = this.page.goto(url, { waitUntil: 'domcontentloaded', timeout: LOAD_MS });
    loaded.catch(() => null); // the caller waits for the document
  }

  protected run<T>(code: string, args: unknown[]): Promise<T> {
    return this.page.evaluate(`(${code})(...${JSON.stringify(args)})`) as Promise<T>;
  }

  protected async element(code: string, target: Target): Promise<ElementHandle | null> {
    const handle = await this.page.evaluateHandle(`(${code})(${JSON.stringify(target)})`);
    return handle.asElement() as ElementHandle | null;
  }

  protected async clickElement(handle: ElementHandle): Promise<void> {
    await handle.evaluate((element) =>
      element.scrollIntoView({ block: 'center', behavior: 'instant' }),
    );
    await handle.click();
  }

  protected async typeInto(handle: ElementHandle, text: string): Promise<void> {
    await handle.evaluate((element) => {
      const field = element as HTMLInputElement;
      field.scrollIntoView({ block: 'center', behavior: 'instant' });
      field.focus();
      field.select();
    });
    await this.page.keyboard.press('Backspace');
    await handle.type(text);
  }

  press(key: 'Enter' | 'Escape' | 'Tab'): Promise<void> {
    return this.page.keyboard.press(key);
  }

  resize(size: Size): Promise<void> {
    return this.page.setViewport(size);
  }

  async screenshot(): Promise<Buffer> {
    return Buffer.from(await this.page.screenshot({ fullPage: true }));
  }

  async back(): Promise<void> {
    await this.page.goBack({ timeout: HISTORY_MS }).catch(() => {});
  }

  async forward(): Promise<void> {
    await this.page.goForward({ timeout: HISTORY_MS }).catch(() => {});
  }

  async close(): Promise<void> {
    const child = this.browser.process();
    await Promise.race([
      this.browser.close(),
      new Promise((resolve) => setTimeout(resolve, HISTORY_MS)),
    ]).catch(() => {});
    child?.kill('SIGKILL');
  }
}
