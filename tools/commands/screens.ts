// npm run generate -- screens [NAME…]: screenshots of every screen of a fresh site. Writes sheets (five widths, both themes) and
// single pictures to docs/screens; --each FOLDER also writes every picture at full size. Default: all screens, without --each.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { DirectoryStore } from '@carry/releases';
import { launchOptions, settled } from '@carry/releases/gates';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright';
import { root } from 'workspace';
import { buildAndPublish } from 'workspace/build';
import { freePorts } from 'workspace/process';
import { startStack } from 'workspace/stack';
import type { Screen } from './screens/screen';
import { screens } from './screens/screens';
import { type Picture, sheet } from './screens/sheet';

const WIDTHS = [360, 390, 768, 1280, 1920];
const THEMES = ['dark', 'light'] as const;
const SINGLE = ['home', 'cs2', 'booking', 'booking-success', 'sessions'];
const folder = path.join(root, 'docs/screens');

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { each: { type: 'string' } },
});
const unknown = positionals.filter((name) => !screens.some((screen) => screen.name === name));
if (unknown.length > 0) {
  console.error(
    `unknown screen ${unknown.join(', ')}; choose from ${screens.map(({ name }) => name).join(', ')}`,
  );
  process.exit(2);
}

const data = mkdtempSync(path.join(tmpdir(), 'carry-screens-'));
await buildAndPublish(new DirectoryStore(path.join(data, 'releases')));
const [site = 0, api = 0, sandbox = 0] = await freePorts();
const stack = await startStack({
  ports: { site, api, sandbox },
  dataFolder: data,
  env: { CAPTCHA_COST: '50', SEED_MARKETPLACE: 'yes' },
  log: () => {},
});
const browser = await chromium.launch(launchOptions());

const show = (page: Page, theme: string) =>
  page.evaluate((name) => document.documentElement.setAttribute('data-theme', name), theme);

async function openAnew(page: Page, screen: Screen, theme: string): Promise<void> {
  await screen.leave?.(page);
  await screen.open(page, stack.urls.sandbox);
  await show(page, theme);
}

const transitionsEnded = (page: Page) =>
  page.evaluate(() =>
    Promise.allSettled(
      document
        .getAnimations()
        .filter((one) => one instanceof CSSTransition)
        .map(({ finished }) => finished),
    ).then(() => undefined),
  );

/** Scrolls to the top and unsticks elements at the bottom, so that a full-page picture shows what they cover. */
const standStill = (page: Page) =>
  page.evaluate(() => {
    scrollTo(0, 0);
    for (const element of document.querySelectorAll<HTMLElement>('main *')) {
      element.style.removeProperty('position');
      const { position, bottom } = getComputedStyle(element);
      if (position === 'sticky' && bottom !== 'auto') element.style.position = 'static';
    }
  });

async function pictures(page: Page, screen: Screen): Promise<Picture[]> {
  const taken: Picture[] = [];
  for (const theme of THEMES) {
    await show(page, theme);
    for (const width of WIDTHS) {
      if (screen.passes) await openAnew(page, screen, theme);
      await page.setViewportSize({ width, height: width < 700 ? 844 : 900 });
      await settled(page);
      await page.waitForTimeout(250);
      await transitionsEnded(page);
      if (screen.window) await screen.window(page);
      else await standStill(page);
      const fullPage = !screen.window;
      const image = await page.screenshot({ type: 'jpeg', quality: 80, fullPage });
      taken.push({ theme, width, image });
    }
  }
  return taken;
}

async function keep(screen: Screen, taken: Picture[], browser: Browser): Promise<void> {
  writeFileSync(path.join(folder, `${screen.name}.jpg`), await sheet(browser, taken));
  if (SINGLE.includes(screen.name)) {
    const single = taken.find(({ theme, width }) => theme === 'dark' && width === 1280);
    if (single) writeFileSync(path.join(folder, `${screen.name}-1280.jpg`), single.image);
  }
  for (const { theme, width, image } of values.each ? taken : []) {
    writeFileSync(path.join(values.each ?? '', `${screen.name}-${width}-${theme}.jpg`), image);
  }
}

const contexts = new Map<Screen['who'], Page>();
async function openPage(who: Screen['who']): Promise<Page> {
  const opened = contexts.get(who);
  if (opened) return opened;
  const context: BrowserContext = await browser.newContext({
    baseURL: stack.urls.site,
    timezoneId: 'Europe/Berlin',
    locale: 'en-US',
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  contexts.set(who, page);
  return page;
}

mkdirSync(folder, { recursive: true });
if (values.each) mkdirSync(values.each, { recursive: true });
const missed: string[] = [];
for (const screen of screens) {
  const isSelected = positionals.length === 0 || positionals.includes(screen.name);
  const page = await openPage(screen.who);
  try {
    await page.setViewportSize({ width: 1280, height: 900 });
    // later screens need the session of skipped ones
    if (isSelected || screen.who !== 'visitor') await screen.open(page, stack.urls.sandbox);
    if (isSelected) await keep(screen, await pictures(page, screen), browser);
  } catch (error) {
    missed.push(`${screen.name}: ${String(error).split('\n')[0]}`);
  }
  await screen.leave?.(page);
}

await browser.close();
await stack.stop();
rmSync(data, { recursive: true, force: true });
console.log(`wrote pictures to ${path.relative(root, folder)}`);
for (const line of missed) console.error(`failed: ${line}`);
process.exit(missed.length > 0 ? 1 : 0);
