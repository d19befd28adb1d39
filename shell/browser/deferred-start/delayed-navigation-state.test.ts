import { createMemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { delayNavigationState } from './delayed-navigation-state';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A router with a page that takes so long, and what its provider is told: path and state of the navigation. */
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

test('a page that comes soon is told once it is there', async () => {
  const { router, states } = routerWith(40);
  void router.navigate('/next');
  await vi.advanceTimersByTimeAsync(1000);
  expect(states).toEqual(['/next idle']);
  void router.navigate('/');
  await vi.advanceTimersByTimeAsync(1000);
  expect(states).toEqual(['/next idle', '/ idle']);
});

test('one that does not is told within 100 ms, each time', async () => {
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

test('one that another takes the place of is not told late, and what is read anew is told at once', async () => {
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

test('nothing is told any more to who has gone', async () => {
  const { router, states, end } = routerWith(500);
  void router.navigate('/next');
  await vi.advanceTimersByTimeAsync(10);
  end();
  await vi.advanceTimersByTimeAsync(1000);
  expect(states).toEqual([]);
});
