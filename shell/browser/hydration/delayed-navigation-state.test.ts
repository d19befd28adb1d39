import { createMemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { delayNavigationState } from './delayed-navigation-state';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Returns a router with a page that loads for `ms`, and the navigation states it publishes. */
function routerWith(ms: number) {
  const router = createMemoryRouter([
    { path: '/', element: null },
    {
      path: '/next',
      element: null,
      loader: () => new Promise((resolve) => setTimeout(() => resolve(null), ms)),
    },
  ]);
  const states: string[] = [];
  const end = delayNavigationState(router).subscribe(({ location, navigation }) => {
    states.push(`${location.pathname} ${navigation.state}`);
  });
  return { router, states, end };
}

test('publishes a fast navigation only when it has finished', async () => {
  const { router, states } = routerWith(40);
  void router.navigate('/next');
  await vi.advanceTimersByTimeAsync(1000);
  expect(states).toEqual(['/next idle']);
  void router.navigate('/');
  await vi.advanceTimersByTimeAsync(1000);
  expect(states).toEqual(['/next idle', '/ idle']);
});

test('publishes each slow navigation within 100 ms', async () => {
  const { router, states } = routerWith(500);
  for (const before of [[], ['/ loading', '/next idle', '/ idle']]) {
    void router.navigate('/next');
    await vi.advanceTimersByTimeAsync(99);
    expect(states).toEqual([...before, '/ loading']);
    await vi.advanceTimersByTimeAsync(1000);
    expect(states).toEqual([...before, '/ loading', '/next idle']);
    void router.navigate('/');
    await vi.advanceTimersByTimeAsync(1000);
  }
});

test('skips a superseded navigation and publishes a revalidation at once', async () => {
  const { router, states } = routerWith(500);
  void router.navigate('/next');
  await vi.advanceTimersByTimeAsync(30);
  void router.navigate('/?again');
  await vi.advanceTimersByTimeAsync(1000);
  expect(states).toEqual(['/ idle']);
  void router.revalidate();
  await vi.advanceTimersByTimeAsync(1);
  expect(states.length).toBeGreaterThan(1);
  expect(new Set(states)).toEqual(new Set(['/ idle']));
});

test('publishes nothing after unsubscribing', async () => {
  const { router, states, end } = routerWith(500);
  void router.navigate('/next');
  await vi.advanceTimersByTimeAsync(10);
  end();
  await vi.advanceTimersByTimeAsync(1000);
  expect(states).toEqual([]);
});
