import { demo } from 'api/demo';
import { expect } from 'playwright/test';
import type { Engine } from './engine';
import { logIn } from './journeys';
import { button, type Target } from './locate';

/** Largest height of the game list on wide screens: 15rem. */
const MAX_LIST_HEIGHT = 240;
const GAMES = ['Home', 'Counter-Strike 2', 'Valorant', 'League of Legends', 'Dota 2', 'Fortnite'];

const header = (css: string, name: string): Target => ({ css: `header ${css}`, name });
const selector = header('button', '^Game: ');
const menu = header('summary', '^Menu$');
const inMenu = (name: string): Target => header('details :is(a, button)', name);

interface Shown {
  [name: string]: string;
}

/** Returns the visible links of an area with their addresses, its buttons, and the current one. */
const readShown = (engine: Engine, area: string): Promise<{ items: Shown; current: string[] }> =>
  engine.evaluate((area: string) => {
    const getName = (element: Element) =>
      (element.getAttribute('aria-label') ?? element.textContent ?? '').trim();
    const visible = [...document.querySelectorAll(`${area} :is(a[href], button, summary)`)].filter(
      (element) => element.checkVisibility({ visibilityProperty: true }),
    );
    return {
      items: Object.fromEntries(
        visible.map((element) => [getName(element), element.getAttribute('href') ?? 'button']),
      ),
      current: visible
        .filter((element) => element.getAttribute('aria-current') === 'page')
        .map(getName),
    };
  }, area);

const isHidden = (engine: Engine, css: string) =>
  engine.until(
    `hidden ${css}`,
    (css: string) =>
      [...document.querySelectorAll(css)].every((element) => !element.checkVisibility()),
    css,
  );

async function footer(engine: Engine): Promise<void> {
  const { items } = await readShown(engine, 'footer');
  expect(items['Site credits']).toMatch(/^https:/);
  expect(items['Help on Discord']).toMatch(/^https:\/\/discord/);
  const text = await engine.evaluate(
    () => [...document.querySelectorAll('footer')].at(-1)?.textContent,
  );
  expect(text).toContain(`© ${new Date().getFullYear()} Carry`);
}

async function gameSelector(engine: Engine): Promise<void> {
  await engine.click(selector);
  await engine.sees({ css: '[role=option]', name: '^Fortnite$' });
  const { names, height } = await engine.evaluate(() => ({
    names: [...document.querySelectorAll('header [role=option]')].map(({ textContent }) =>
      textContent?.trim(),
    ),
    height: document.querySelector('header [role=listbox]')?.getBoundingClientRect().height,
  }));
  expect(names).toEqual(GAMES);
  expect(height).toBeLessThanOrEqual(MAX_LIST_HEIGHT);
  await engine.click({ css: 'header [role=option]', name: '^Valorant$' });
  await engine.at('^/valorant$');
  await engine.sees(header('button', '^Game: Valorant$'));
  await engine.click(selector);
  await engine.press('Escape');
  await isHidden(engine, 'header [role=option]');
  await engine.click(selector);
  await engine.click({ css: 'header [role=option]', name: '^Home$' });
  await engine.at('^/$');
}

/** The specification's sentences about the header and the footer, on a wide screen. */
export async function wideFrame(engine: Engine): Promise<void> {
  await engine.open('/lol');
  const { items } = await readShown(engine, 'header');
  expect(items).toMatchObject({
    'Carry, home': '/',
    'Join the Discord': expect.stringMatching(/^https:\/\/discord/),
    Login: '/login',
    Register: '/register',
  });
  expect(items).not.toHaveProperty('Sign Out');
  expect(items).not.toHaveProperty('Menu');
  await footer(engine);
  await engine.click(header('a', '^Carry, home$'));
  await engine.at('^/$');
  await gameSelector(engine);
  await logIn(engine, demo.student);
  const member = await readShown(engine, 'header');
  expect(member.items).toMatchObject({ 'My Sessions': 'button', 'Sign Out': 'button' });
  expect(member.items).not.toHaveProperty('Login');
  expect(member.items).not.toHaveProperty('Register');
  await engine.evaluate(() => void Object.assign(globalThis, { sameDocument: true }));
  await engine.click(header('button', '^My Sessions$'));
  await engine.at('^/sessions$');
  await engine.until('a new document', () => !('sameDocument' in globalThis));
  await engine.hydrated();
  expect((await readShown(engine, 'header')).current).toEqual(['My Sessions']);
  await engine.click(header('button', '^Sign Out$'));
  await engine.sees(header('a', '^Login$'));
  await engine.open('/login');
  expect((await readShown(engine, 'header')).current).toEqual(['Login']);
}

/** The same on a phone, where a menu has what the header hides. */
export async function phoneFrame(engine: Engine): Promise<void> {
  await engine.open('/cs2');
  const visitor = await readShown(engine, 'header');
  expect(visitor.items).toMatchObject({ Login: '/login', Menu: 'button' });
  expect(visitor.items['Join the Discord']).toMatch(/^https:\/\/discord/);
  expect(Object.keys(visitor.items).filter((name) => /^(Game:|Register)/.test(name))).toEqual([]);
  await footer(engine);
  await engine.click(menu);
  await engine.sees(inMenu('^Register$'));
  const open = await readShown(engine, 'header details');
  expect(Object.keys(open.items)).toEqual(expect.arrayContaining(GAMES));
  expect(open.current).toEqual(['Counter-Strike 2']);
  await engine.press('Escape');
  await isHidden(engine, 'header details a');
  expect(await engine.evaluate(() => document.activeElement?.tagName)).toBe('SUMMARY');
  await engine.click(menu);
  await engine.click(inMenu('^Dota 2$'));
  await engine.at('^/dota2$');
  await isHidden(engine, 'header details a');
  await logIn(engine, demo.student);
  const { items } = await readShown(engine, 'header');
  expect(items['Sign Out']).toBe('button');
  expect(items).not.toHaveProperty('My Sessions');
  await engine.click(menu);
  await engine.sees(inMenu('^My Sessions$'));
  await engine.press('Escape');
  await engine.click(button('^Sign Out$'));
  await engine.sees(header('a', '^Login$'));
}
