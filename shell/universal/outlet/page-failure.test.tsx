import { cleanup, render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Host, HostProvider } from '../host';
import { frameRoutes } from '../routes';
import { PageBoundary } from './page-failure';

const report = vi.fn();
const frameFailed = vi.fn();
const host = { frameFailed } as Partial<Host> as Host;
vi.stubGlobal('reportError', report);
const failure = new Error('broken frame');
vi.mock('../frame/frame', () => ({
  Frame: () => {
    throw failure;
  },
}));

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
}

test('replaces a frame that throws', async () => {
  render(
    <HostProvider value={host}>
      <RouterProvider router={createMemoryRouter(frameRoutes([]))} />
    </HostProvider>,
  );
  await screen.findByRole('alert');
  expectFailurePage();
});

test('replaces a router that throws', () => {
  const Broken = () => {
    throw failure;
  };
  render(
    <HostProvider value={host}>
      <PageBoundary>
        <Broken />
      </PageBoundary>
    </HostProvider>,
  );
  expectFailurePage();
});
