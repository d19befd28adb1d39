import { cleanup, render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { frameRoutes } from '../routing/routes';
import { PageBoundary } from './page-failure';

const report = vi.fn();
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
});

function expectFailurePage() {
  expect(screen.getByRole('alert').textContent).not.toContain('broken frame');
  expect(screen.getByRole('button', { name: 'Reload' })).toBeTruthy();
  expect(report).toHaveBeenCalledWith(failure);
}

test('replaces a frame that throws', async () => {
  render(<RouterProvider router={createMemoryRouter(frameRoutes([]))} />);
  await screen.findByRole('alert');
  expectFailurePage();
});

test('replaces a router that throws', () => {
  const Broken = () => {
    throw failure;
  };
  render(
    <PageBoundary>
      <Broken />
    </PageBoundary>,
  );
  expectFailurePage();
});
