import type { SessionLink } from '@carry/contracts/site';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterEach, expect, test, vi } from 'vitest';
import { type Host, HostProvider } from '../host/host';
import { SessionLinks } from './session-links';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const links: SessionLink[] = [{ label: 'My Sessions', path: '/sessions', reload: true }];

test.each([
  ['loads the document of a button', true, ['/', ['/sessions']]],
  ['stays in a document whose session would be lost', false, ['/sessions', []]],
])('%s', async (_, isKept, expected) => {
  const assign = vi.fn();
  const router = createMemoryRouter([{ path: '*', element: <SessionLinks links={links} /> }]);
  const host = { keepsSession: () => isKept } as Partial<Host> as Host;
  render(
    <HostProvider value={host}>
      <RouterProvider router={router} />
    </HostProvider>,
  );
  vi.stubGlobal('location', { assign });
  const button = screen.getByRole('button', { name: 'My Sessions' });
  await act(async () => void fireEvent.click(button));
  expect([router.state.location.pathname, assign.mock.calls.flat()]).toEqual(expected);
});
