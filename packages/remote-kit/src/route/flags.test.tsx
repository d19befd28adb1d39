import { renderToStaticMarkup } from 'react-dom/server';
import { createMemoryRouter, type RouteObject, RouterProvider } from 'react-router-dom';
import { expect, test } from 'vitest';
import { createFakeShell } from '../testing/fake-shell';
import { defineRemote, useShell } from './remote';

const declared = {
  fresh: { default: false, does: 'is new' },
  kept: { default: true, does: 'is old' },
};

function Page() {
  const { flags } = useShell<typeof declared>();
  // @ts-expect-error a flag that the remote does not declare
  const { unknown } = flags;
  return JSON.stringify([flags.fresh, flags.kept, unknown]);
}

const remote = defineRemote(
  ({ flags }) => [{ path: '/', Component: Page, handle: { private: flags.fresh } }],
  { flags: declared },
);

const show = (options: Parameters<typeof createFakeShell>[0]) => {
  const routes = remote.createRoutes(createFakeShell(options).shell) as RouteObject[];
  return renderToStaticMarkup(<RouterProvider router={createMemoryRouter(routes)} />);
};

test('useShell has a value for each declared flag', () => {
  expect(remote.flags).toEqual(declared);
  expect(show({})).toBe('[false,true,null]');
  expect(show({ flags: { fresh: true, kept: false, unknown: true } })).toBe('[true,false,null]');
});
