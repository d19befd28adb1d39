import { fakeSite } from '@carry/remote-kit/fake-shell';
import { act, cleanup, render } from '@testing-library/react';
import { createMemoryRouter, Outlet, RouterProvider } from 'react-router-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Host, HostProvider } from '../host/host';
import { HeadManager } from './head-manager';

let idleWork: (() => void) | null = null;
const setTitle = vi.fn();
const host = {
  site: fakeSite,
  menu: { entries: [], links: [] },
  setTitle,
} as Partial<Host> as Host;

beforeEach(() => {
  vi.stubGlobal('requestIdleCallback', (work: () => void) => {
    idleWork = work;
    return 1;
  });
  vi.stubGlobal('cancelIdleCallback', () => {
    idleWork = null;
  });
  const link = Object.assign(document.createElement('link'), { rel: 'canonical' });
  link.setAttribute('href', '/old');
  link.dataset['head'] = '';
  const script = Object.assign(document.createElement('script'), { type: 'application/ld+json' });
  document.head.replaceChildren(link, script);
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  document.head.replaceChildren();
});

const canonical = () => document.head.querySelector('[rel=canonical]')?.getAttribute('href');

async function open() {
  const page = (path: string, title: string) => ({
    path,
    Component: () => null,
    handle: { head: () => ({ title, canonical: path }) },
  });
  const Frame = () => (
    <>
      <HeadManager />
      <Outlet />
    </>
  );
  const children = [page('/a', 'A'), page('/b', 'B')];
  const router = createMemoryRouter([{ Component: Frame, children }], { initialEntries: ['/a'] });
  await act(async () => {
    render(
      <HostProvider value={host}>
        <RouterProvider router={router} />
      </HostProvider>,
    );
  });
  return router;
}

test('sets the title at once and the other tags when idle', async () => {
  await open();
  expect(setTitle).toHaveBeenLastCalledWith('A');
  expect(idleWork).toBeTypeOf('function');
  expect(canonical()).toBe('/old');
  idleWork?.();
  await vi.waitFor(() => expect(canonical()).toBe(`${fakeSite.url}/a`));
  expect(document.head.querySelectorAll('[rel=canonical]')).toHaveLength(1);
  expect(document.head.querySelector('script')?.textContent).toContain('schema.org');
});

test('writes no tags of a page that was left', async () => {
  const router = await open();
  const work = idleWork;
  await act(() => router.navigate('/b'));
  expect(setTitle).toHaveBeenLastCalledWith('B');
  work?.();
  await import('./write-head').then(() => new Promise((resolve) => setTimeout(resolve)));
  expect(canonical()).toBe('/old');
});
