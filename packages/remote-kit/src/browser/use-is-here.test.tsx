import { act, cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { defineRemote } from '../route/remote';
import { openPage } from '../testing/test-page';
import { useIsHere } from './use-is-here';

afterEach(cleanup);

test('returns true only while the page is shown and stays', async () => {
  let isHere = () => false;
  let load = () => {};
  const loader = () =>
    new Promise<null>((resolve) => {
      load = () => resolve(null);
    });
  const Page = () => {
    isHere = useIsHere();
    return null;
  };
  const remote = defineRemote(() => [
    { id: 'page', path: '/', Component: Page },
    { id: 'slow', path: '/slow', loader, Component: () => <h1>Slow</h1> },
  ]);
  const { router } = await openPage(remote, '/');
  expect(isHere()).toBe(true);
  await act(async () => void router.navigate('/slow'));
  expect(isHere()).toBe(false);
  await act(() => router.navigate('/'));
  expect(isHere()).toBe(true);
  await act(async () => void router.navigate('/slow'));
  await act(async () => load());
  expect(screen.getByRole('heading', { name: 'Slow' })).toBeTruthy();
  expect(isHere()).toBe(false);
});
