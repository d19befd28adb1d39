import { act, cleanup, render, screen } from '@testing-library/react';
import { useEffect, useRef, useState } from 'react';
import { createMemoryRouter, Outlet, RouterProvider } from 'react-router-dom';
import { afterEach, expect, test } from 'vitest';
import { useArrival } from './use-arrival';

afterEach(cleanup);

function Frame() {
  const main = useRef<HTMLElement>(null);
  const announcement = useArrival(main);
  return (
    <>
      <p role="status">{announcement}</p>
      <main ref={main} tabIndex={-1}>
        <Outlet />
      </main>
      <button type="button">Elsewhere</button>
    </>
  );
}

let show: (heading: string | null) => void = () => {};

/** Replaces the heading element on each change, as a page with loading states does. */
function Page() {
  const [heading, setHeading] = useState<string | null>(null);
  useEffect(() => {
    show = (next) => act(() => setHeading(next));
  }, []);
  return heading && <h1 key={heading}>{heading}</h1>;
}

async function navigateToPage() {
  const children = [
    { index: true, element: 'Home' },
    { path: 'page', Component: Page },
  ];
  const router = createMemoryRouter([{ path: '/', Component: Frame, children }]);
  render(<RouterProvider router={router} />);
  await act(() => router.navigate('/page'));
  expect(document.activeElement).toBe(screen.getByRole('main'));
}

test('focuses a late heading, and its replacement', async () => {
  await navigateToPage();
  for (const heading of ['While it loads', 'Nova']) {
    show(heading);
    await expect.poll(() => document.activeElement?.textContent).toBe(heading);
    expect(await screen.findByText(heading, { selector: '[role=status]' })).toBeTruthy();
  }
});

test('keeps the focus that the visitor has moved', async () => {
  await navigateToPage();
  show('While it loads');
  await expect.poll(() => document.activeElement?.textContent).toBe('While it loads');
  const elsewhere = screen.getByRole('button');
  elsewhere.focus();
  show('Nova');
  await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
  expect(document.activeElement).toBe(elsewhere);
});
