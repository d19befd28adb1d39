import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { watchStart } from './start-failure';
import { checkSupport } from './support';

const { dataset } = document.documentElement;
const notice = () => document.querySelector('[data-notice]')?.textContent ?? null;
const fetched = vi.fn(async () => new Response());

const supports = vi.fn(() => true);
Object.assign(HTMLScriptElement, { supports });

watchStart();
beforeEach(() => {
  vi.stubGlobal('fetch', fetched);
  vi.stubGlobal('CSS', { supports: () => true });
});
afterEach(() => {
  vi.unstubAllGlobals();
  fetched.mockClear();
  document.body.replaceChildren();
  for (const name of ['hydrated', 'failed', 'held', 'outdated']) delete dataset[name];
});

function fail<Name extends 'script' | 'link'>(
  name: Name,
  properties: Partial<HTMLElementTagNameMap[Name]>,
): void {
  const element = Object.assign(document.createElement(name), properties);
  document.body.append(element);
  element.dispatchEvent(new Event('error'));
}

describe('checkSupport', () => {
  test('leaves a supported browser alone', () => {
    checkSupport();
    expect([dataset['outdated'], notice()]).toEqual([undefined, null]);
  });

  test('shows one sentence in an older browser', () => {
    supports.mockReturnValueOnce(false);
    checkSupport();
    expect(dataset['outdated']).toBe('');
    expect(notice()).toMatch(/^Your browser is out of date/);
  });
});

describe('watchStart', () => {
  test('ends the input replay when a shell script fails', () => {
    dataset['held'] = '';
    fail('script', { src: '/assets/static/js/index.0123.js' });
    expect([dataset['held'], dataset['failed']]).toEqual([undefined, '']);
    expect(notice()).toBe("This page couldn't finish loading. Please reload it.");
  });

  test('notices a shell script that throws', () => {
    const filename = `${location.origin}/assets/static/js/index.js`;
    dispatchEvent(new ErrorEvent('error', { filename, message: 'SyntaxError' }));
    expect(notice()).not.toBeNull();
  });

  test.each([
    ['a remote', '/remotes/mf-booking/1.0.0/web/remoteEntry.js'],
    ['a third party', 'https://js.example/assets/lib.js'],
  ])('leaves scripts of %s to their loaders', (_, src) => {
    fail('script', { src });
    expect(notice()).toBeNull();
  });

  test('ignores failures after hydration', () => {
    dataset['hydrated'] = '';
    fail('script', { src: '/assets/static/js/idle.js' });
    expect(notice()).toBeNull();
  });

  test('fetches a script whose preload was refused', () => {
    fail('link', { as: 'script', href: '/remotes/mf-booking/1.0.0/web/route.js' });
    fail('link', { as: 'style', href: '/remotes/mf-booking/1.0.0/web/route.css' });
    expect(fetched.mock.calls).toEqual([
      [`${location.origin}/remotes/mf-booking/1.0.0/web/route.js`, { credentials: 'omit' }],
    ]);
  });
});
