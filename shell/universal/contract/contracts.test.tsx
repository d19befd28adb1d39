import {
  CONTRACT_CHANGES,
  type RemoteModule,
  type RemoteRoute,
  SERVED_CONTRACTS,
  type ShellApi,
} from '@carry/contracts/shell';
import { createFakeShell } from '@carry/remote-kit/fake-shell';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { createMemoryRouter, Link, Outlet, RouterProvider } from 'react-router-dom';
import { afterEach, expect, test } from 'vitest';
import { type Host, HostProvider } from '../host/host';
import { prepareBranch } from '../routing/prepare-branch';
import { type ServedContracts, servedContracts, versionsOf } from './contracts';

afterEach(cleanup);

const host = { report: () => {} } as unknown as Host;

/** The contract of yesterday: toasts were a member of the shell, and a route named what it shows `page`. */
interface ShellBefore {
  toast(message: string): void;
}

const before = {
  contractVersion: 1,
  createRoutes: (shell: ShellBefore) => [
    {
      id: 'old',
      path: '/old',
      page: () => (
        <button type="button" onClick={() => shell.toast('from the old one')}>
          Old
        </button>
      ),
    },
  ],
} as unknown as RemoteModule;

const today: RemoteModule = {
  contractVersion: 2,
  createRoutes: (shell) => [
    {
      id: 'new',
      path: '/new',
      Component: () => (
        <button type="button" onClick={() => shell.notify.toast('from the new one')}>
          New
        </button>
      ),
    },
  ],
};

const served: ServedContracts = {
  current: 2,
  older: {
    1: {
      shell: ({ notify }): ShellBefore => ({ toast: (message) => notify.toast(message) }),
      routes: (routes) =>
        (routes as (RemoteRoute & { page: RemoteRoute['Component'] })[]).map(
          ({ page, ...route }) => ({
            ...route,
            ...(page && { Component: page }),
          }),
        ),
    },
  },
};

test('a remote of this contract and one of the contract before are on one page', {
  tags: ['@fault-contract'],
}, async () => {
  const { shell, recorded } = createFakeShell();
  const branches = await Promise.all([
    prepareBranch(before, shell, '/old', served),
    prepareBranch(today, shell, '/new', served),
  ]);
  const Frame = () => (
    <>
      <Link to="/new">Go on</Link>
      <Outlet />
    </>
  );
  render(
    <HostProvider value={host}>
      <RouterProvider
        router={createMemoryRouter([{ Component: Frame, children: branches }], {
          initialEntries: ['/old'],
        })}
      />
    </HostProvider>,
  );
  fireEvent.click(await screen.findByRole('button', { name: 'Old' }));
  fireEvent.click(screen.getByRole('link', { name: 'Go on' }));
  fireEvent.click(await screen.findByRole('button', { name: 'New' }));
  expect(recorded.toasts).toEqual(['from the old one', 'from the new one']);
});

test('a remote of a contract that is not served is refused in words that say which are', {
  tags: ['@fault-contract'],
}, async () => {
  const { shell } = createFakeShell();
  const other = { ...today, contractVersion: 7 };
  await expect(prepareBranch(other, shell as ShellApi, '/new', served)).rejects.toThrow(
    'fake failed (contract): it is built for contract 7; this shell serves 1 and 2',
  );
});

test('the release checks know the versions that the shell serves', () => {
  expect([...SERVED_CONTRACTS].sort()).toEqual(versionsOf(servedContracts).sort());
  for (const version of SERVED_CONTRACTS) expect(CONTRACT_CHANGES[version]).not.toHaveLength(0);
  expect(Object.keys(CONTRACT_CHANGES)).toEqual(
    expect.arrayContaining(SERVED_CONTRACTS.map(String)),
  );
});
