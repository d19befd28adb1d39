import { act, cleanup, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { createMemoryRouter, type RouteObject, RouterProvider } from 'react-router-dom';
import { afterEach, expect, test } from 'vitest';
import { defineRemote } from '../route/remote';
import { createFakeShell } from '../testing/fake-shell';
import { unbroken, useIsBefore, useTime } from './time';

const NOW = 1_000_000;
const same = (now: number) => now;
let seen: (number | null)[] = [];

function page() {
  const Probe = () => {
    const now = useTime(same);
    seen.push(now);
    return <p>{now === null ? 'some time' : `at ${now}`}</p>;
  };
  const remote = defineRemote(() => [{ path: '/', Component: Probe }]);
  const { shell } = createFakeShell({ now: () => NOW });
  const router = createMemoryRouter(remote.createRoutes(shell) as RouteObject[]);
  return <RouterProvider router={router} />;
}

afterEach(() => {
  cleanup();
  seen = [];
});

test('has the time at once in a client render', () => {
  render(page());
  expect(seen[0]).toBe(NOW);
});

test('has the time after hydration', async () => {
  const html = renderToString(page());
  expect(html).toContain('some time');
  const container = document.body.appendChild(document.createElement('div'));
  container.replaceChildren(...new DOMParser().parseFromString(html, 'text/html').body.childNodes);
  seen = [];
  const problems: unknown[] = [];
  const root = await act(async () =>
    hydrateRoot(container, page(), { onRecoverableError: (error) => problems.push(error) }),
  );
  expect([seen[0], container.textContent, problems]).toEqual([null, `at ${NOW}`, []]);
  await act(async () => root.unmount());
  container.remove();
});

test('reads the time again in the render that changes what it reads', () => {
  const renders: [string | null, boolean][] = [];
  const Probe = () => {
    const [until, setUntil] = useState<string | null>(new Date(NOW + 1).toISOString());
    renders.push([until, useIsBefore(until)]);
    return (
      <button type="button" onClick={() => setUntil(null)}>
        Clear
      </button>
    );
  };
  const remote = defineRemote(() => [{ path: '/', Component: Probe }]);
  const { shell } = createFakeShell({ now: () => NOW });
  const routes = remote.createRoutes(shell) as RouteObject[];
  render(<RouterProvider router={createMemoryRouter(routes)} />);
  act(() => screen.getByRole('button').click());
  expect(renders.at(-1)).toEqual([null, false]);
  expect(renders.filter(([until, isBefore]) => isBefore !== (until !== null))).toEqual([]);
});

test('keeps a time of day on one line', () => {
  expect(unbroken('Nov 23, 2026, 4:00 PM')).toBe('Nov 23, 2026, 4:00\u00a0PM');
  expect(unbroken('1:30 AM Sun')).toBe('1:30\u00a0AM Sun');
  expect(unbroken('16:00')).toBe('16:00');
});
