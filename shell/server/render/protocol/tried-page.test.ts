import { describe, expect, it } from 'vitest';
import { describeTriedPage, printTriedPage, readTriedPage } from './protocol';

const slot = { name: 'coach', props: '{"coach":1}', idPrefix: 'slot-0-' };

describe('printTriedPage', () => {
  it.each([
    ['/booking/1', ''],
    ['/coaches', '?names=a%3Fb&names=c?d'],
  ])('prints a path and its query as they are: %s%s', (pathname, search) => {
    expect(printTriedPage({ pathname, search, flags: {} })).toBe(pathname + search);
    expect(readTriedPage(pathname + search)).toEqual({ pathname, search });
  });

  it('keeps the query, the slot and the flags of a page', () => {
    const page = { pathname: '/shop', search: '?day=1', slot, flags: { 'new-form': true } };
    expect(readTriedPage(printTriedPage(page))).toEqual(page);
  });
});

describe('describeTriedPage', () => {
  it('leaves out the query and the props of a slot', () => {
    const page = { pathname: '/shop', search: '?day=1' };
    expect(describeTriedPage(printTriedPage(page))).toBe('/shop');
    expect(describeTriedPage(printTriedPage({ ...page, slot }))).toBe('the slot coach on /shop');
  });
});
