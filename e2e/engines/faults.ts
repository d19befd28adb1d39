import { FAILED } from '../support/releases/releases';
import { newAddress } from '../support/site/actions';
import { expect } from '../support/site/fixtures';
import type { Engine } from './engine';
import { button, field, heading, link, mainLink, text } from './locate';
import { type FaultProxy, SHELL_SCRIPTS } from './proxy';

const title = (engine: Engine, name: string) =>
  engine.until(`title ${name}`, (wanted: string) => document.title.startsWith(wanted), name);

/** Delays the requests of a path until the returned function is called. */
function holdBack(proxy: FaultProxy, files: string | RegExp): () => void {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  proxy.getFault = (path) => (path.match(files) ? released : null);
  return () => {
    proxy.getFault = () => null;
    release();
  };
}

export async function missingPage(engine: Engine): Promise<void> {
  await engine.open('/logn');
  await engine.sees(heading('^Page not found$'));
  await title(engine, 'Page not found |');
  await engine.click(mainLink('^/login$'));
  await engine.at('^/login$');
}

export async function missingRemote(engine: Engine, proxy: FaultProxy): Promise<void> {
  proxy.getFault = (path) => (path.startsWith('/remotes/mf-account/') ? 'fails' : null);
  await engine.open('/');
  await engine.click({ css: 'a[href="/login"]' });
  await engine.sees(heading(`^${FAILED}`));
  await title(engine, 'Page could not be loaded |');
  await engine.openAsServed('/login');
  await engine.sees(heading(`^${FAILED}`));
  await title(engine, 'Page could not be loaded |');
  proxy.getFault = () => null;
  await engine.click(button('^Retry$'));
  await engine.sees(field('^Email'));
  await title(engine, 'Login |');
  await engine.problems();
}

/** Checks that a page stays readable, without a progress bar, when the shell's scripts fail. */
export async function missingShell(engine: Engine, proxy: FaultProxy): Promise<void> {
  proxy.getFault = (path) => (path.startsWith(SHELL_SCRIPTS) ? 'fails' : null);
  await engine.openAsServed('/lol');
  await engine.sees(text("^This page couldn't finish loading"));
  await engine.fill(field('^Your email'), newAddress());
  await engine.press('Enter');
  expect(await engine.evaluate(() => document.documentElement.dataset['held'] ?? null)).toBeNull();
  proxy.getFault = () => null;
  await engine.click({ css: 'header a[href="/"]' });
  await engine.sees(heading('^Level Up With World-Class Coaches'));
  await engine.hydrated();
  await engine.problems();
}

/** Checks that input from before hydration is replayed and sent once. */
export async function formBeforeHydration(engine: Engine, proxy: FaultProxy): Promise<void> {
  const release = holdBack(proxy, SHELL_SCRIPTS);
  await engine.openAsServed('/lol');
  await engine.fill(field('^Your email'), newAddress());
  for (let press = 0; press < 3; press++) await engine.press('Enter');
  await engine.until('held input', () => document.documentElement.dataset['held'] === '');
  release();
  await engine.sees(text("^Thanks! We'll email you"));
  expect(await engine.evaluate(() => document.documentElement.dataset['held'] ?? null)).toBeNull();
}

const frameWithoutRemote = (engine: Engine) =>
  engine.until(
    'the frame without the remote',
    () => document.querySelector('[data-server-html]') !== null,
  );

/** Checks that a form submitted while its remote loads too slowly is sent when it arrives. */
export async function formOnSlowRemote(engine: Engine, proxy: FaultProxy): Promise<void> {
  const release = holdBack(proxy, /mf-marketing\/.*\/remoteEntry/);
  await engine.openAsServed('/lol');
  await frameWithoutRemote(engine);
  await engine.fill(field('^Your email'), newAddress());
  await engine.press('Enter');
  await engine.until('held input', () => document.documentElement.dataset['held'] === '');
  release();
  await engine.sees(text("^Thanks! We'll email you"));
}

/** Checks that text typed while a remote loads too slowly is in the page that it brings. */
export async function slowRemote(engine: Engine, proxy: FaultProxy): Promise<void> {
  const release = holdBack(proxy, /mf-account\/.*\/remoteEntry/);
  await engine.openAsServed('/register');
  await frameWithoutRemote(engine);
  await engine.fill(field('^Email'), 'kim@example.com');
  release();
  await engine.until(
    'the remote with the text',
    () =>
      !document.querySelector('[data-server-html]') &&
      document.querySelector<HTMLInputElement>('main input[type=email]')?.value ===
        'kim@example.com',
  );
}

/** Checks that Back restores a place that the page reaches only when its data has arrived. */
export async function latePlace(engine: Engine): Promise<void> {
  await engine.open('/account');
  await engine.sees(button('^Delete my account$'));
  await engine.evaluate(() => scrollTo(0, 2500));
  await engine.until('the place', () => scrollY === 2500);
  await engine.load(`
    const { fetch } = window;
    const released = new Promise((resolve) => { window.release = resolve; });
    window.fetch = async (...call) => {
      if (String(call[0].url ?? call[0]).includes('/api/account/')) await released;
      return fetch(...call);
    };
    addEventListener('click', () => { window.place = scrollY; }, true);
  `);
  await engine.click({ css: 'header a[href="/"]' }); // the drivers scroll a bit before they press
  await engine.sees(heading('^Level Up With World-Class Coaches'));
  await engine.back();
  await engine.sees(heading('^Account$'));
  await engine.until('a short page', () => scrollY < Reflect.get(globalThis, 'place'));
  await engine.evaluate(() => (Reflect.get(globalThis, 'release') as () => void)());
  await engine.until('the place', () => scrollY === Reflect.get(globalThis, 'place'));
}

export async function history(engine: Engine): Promise<void> {
  await engine.open('/');
  await engine.click(link('^Counter-Strike 2'));
  await engine.at('^/cs2$');
  await engine.click(mainLink('^Book Now$'));
  await engine.sees(heading('^Nova$'));
  await engine.back();
  await engine.at('^/cs2$');
  await engine.sees(heading('^Counter-Strike 2 Coaching'));
  await engine.back();
  await engine.at('^/$');
  await engine.sees(heading('^Level Up With World-Class Coaches'));
  await engine.forward();
  await engine.at('^/cs2$');
  await engine.sees(heading('^Counter-Strike 2 Coaching'));
}

/** Checks that Back and Forward show their page before hydration. */
export async function historyBeforeHydration(engine: Engine, proxy: FaultProxy): Promise<void> {
  await engine.open('/');
  await engine.click({ css: 'footer a[href="/terms"]' });
  await engine.sees(heading('^Terms$'));
  const release = holdBack(proxy, SHELL_SCRIPTS);
  await engine.evaluate(() => location.reload());
  await engine.until(
    'a page without scripts',
    () =>
      document.documentElement.dataset['hydrated'] === undefined &&
      document.querySelector('h1') !== null,
  );
  await engine.back();
  await engine.at('^/$');
  await engine.sees(heading('^Level Up With World-Class Coaches'));
  await engine.forward();
  await engine.at('^/terms$');
  await engine.sees(heading('^Terms$'));
  release();
  await engine.hydrated();
  await engine.sees(heading('^Terms$'));
  await engine.back();
  await engine.sees(heading('^Level Up With World-Class Coaches'));
}

/** Checks that Back leads from a section of a text to its top, before hydration and after. */
export async function sectionOfText(engine: Engine, proxy: FaultProxy): Promise<void> {
  const visit = async () => {
    await engine.click({ css: 'nav[aria-label="On this page"] a', nth: 4 });
    await engine.at('^/terms#');
    await engine.until('the section', () => scrollY > 0);
    await engine.back();
    await engine.at('^/terms$');
    await engine.until('the top', () => scrollY === 0);
  };
  const release = holdBack(proxy, SHELL_SCRIPTS);
  await engine.openAsServed('/terms');
  await visit();
  release();
  await engine.hydrated();
  await visit();
}

/** Checks that the scripts of a remote load in parallel: delays of single files do not add up. */
export async function parallelScripts(engine: Engine, proxy: FaultProxy): Promise<void> {
  const DELAY_MS = 1000;
  const requested: { path: string; at: number }[] = [];
  proxy.getFault = (path) => {
    if (!/^\/remotes\/mf-booking\/.*\.js$/.test(path)) return null;
    requested.push({ path, at: Date.now() });
    return DELAY_MS;
  };
  await engine.open('/booking/1');
  proxy.getFault = () => null;
  const paths = requested.map(({ path }) => path);
  expect(new Set(paths).size).toBeGreaterThan(2);
  const first = Math.min(...requested.map(({ at }) => at));
  const late = requested.filter(({ at }) => at - first >= DELAY_MS);
  expect(late, JSON.stringify(requested)).toEqual([]);
}
