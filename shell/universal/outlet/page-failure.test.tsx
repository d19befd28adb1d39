import { fakeSite } from '@carry/remote-kit/fake-shell';
import { cleanup, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Host, HostProvider } from '../host/host';
import { frameRoutes } from '../routing/routes';
import { PageBoundary } from './page-failure';

const report = vi.fn();
const frameFailed = vi.fn();
vi.stubGlobal('reportError', report);
const failure = new Error('broken frame');
vi.hoisted(() => vi.resetModules()); // earlier tests may have loaded the real module
afterAll(() => void vi.resetModules());
vi.mock('../frame/frame', () => ({
  Frame: () => {
    throw failure;
  },
}));

const showFailure = vi.fn();
const host = { site: fakeSite, showFailure, frameFailed } as Partial<Host> as Host;
const inHost = (page: ReactNode) => <HostProvider value={host}>{page}</HostProvider>;

beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => {}));
afterEach(() => {
  vi.mocked(console.error).mockRestore();
  cleanup();
  report.mockClear();
  frameFailed.mockClear();
});

function expectFailurePage() {
  expect(screen.getByRole('alert').textContent).not.toContain('broken frame');
  expect(screen.getByRole('button', { name: 'Reload' })).toBeTruthy();
  expect(report).toHaveBeenCalledWith(failure);
  expect(frameFailed.mock.calls).toEqual([[failure]]);
  expect(showFailure).toHaveBeenCalledWith('Something went wrong | Sample');
}

test('replaces a frame that throws', async () => {
  render(inHost(<RouterProvider router={createMemoryRouter(frameRoutes([]))} />));
  await screen.findByRole('alert');
  expectFailurePage();
});

test('replaces a router that throws', () => {
  const Broken = () => {
    throw failure;
  };
  render(
    inHost(
      <PageBoundary>
        <Broken />
      </PageBoundary>,
    ),
  );
  expectFailurePage();
});
