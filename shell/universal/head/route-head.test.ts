import { expect, it } from 'vitest';
import { pageHandle } from './route-head';

const site = {} as Parameters<typeof pageHandle>[1];

it('finds the deepest handle with frames, also below one with a head', () => {
  const layout = { head: () => ({ title: 'Help' }), frames: () => ['https://layout.example'] };
  const page = { frames: () => ['https://player.example'] };
  const matches = [
    { params: {}, handle: layout },
    { params: { id: '1' }, handle: page },
    { params: { id: '1' } },
  ];
  expect(pageHandle(matches, site)?.handle).toBe(layout);
  expect(pageHandle(matches, site, 'frames')?.handle).toBe(page);
  expect(pageHandle(matches, site, 'frames')?.args.params).toEqual({ id: '1' });
  expect(pageHandle(matches.slice(0, 1), site, 'frames')?.handle).toBe(layout);
  expect(pageHandle([], site, 'frames')).toBeNull();
});
