import {
  CONTRACT_CHANGES,
  CONTRACT_VERSION,
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
import { createRoutes, listVersions, type ServedContracts, servedContracts } from './contracts';

afterEach(cleanup);

const host = { report: () => {} } as unknown as Host;

/** An older contract: `toast` is a member of the shell, and routes have `page` instead of `Component`. */
interface OldShell {
  toast(message: string): void;
}

const before = {
  contractVersion: 1,
  createRoutes: (shell: OldShell) => [
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
      shell: ({ notify }): OldShell => ({ toast: (message) => notify.toast(message) }),
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

/** A remote as a shell with these contracts sees it. */
const adapted = (remote: RemoteModule): RemoteModule => ({
  contractVersion: CONTRACT_VERSION,
  createRoutes: (shell) => createRoutes(remote, shell, served),
});

test('serves remotes of the current and the previous contract together', {
  tags: ['@fault-contract', '@fault-B7'],
}, async () => {
  const { shell, recorded } = createFakeShell();
  const branches = await Promise.all([
    prepareBranch(adapted(before), shell, '/old'),
    prepareBranch(adapted(today), shell, '/new'),
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

test('rejects an unsupported contract and lists the served ones', {
  tags: ['@fault-contract', '@fault-B7'],
}, async () => {
  const { shell } = createFakeShell();
  const other = { ...today, contractVersion: 7 };
  expect(() => createRoutes(other, shell, served)).toThrow(
    'the remote is built for contract 7; this shell serves 1 and 2',
  );
  await expect(prepareBranch(other, shell as ShellApi, '/new')).rejects.toThrow(
    /^fake failed \(contract\): the remote is built for contract 7; this shell serves /,
  );
});

test('serves the contract versions that the release checks list', () => {
  expect([...SERVED_CONTRACTS].sort()).toEqual(listVersions(servedContracts).sort());
  for (const version of SERVED_CONTRACTS) expect(CONTRACT_CHANGES[version]).not.toHaveLength(0);
  expect(Object.keys(CONTRACT_CHANGES)).toEqual(
    expect.arrayContaining(SERVED_CONTRACTS.map(String)),
  );
});
