import { describe, expect, it } from 'vitest';
import { printTriedPage, readTriedPage } from './protocol';

describe('printTriedPage', () => {
  it('prints a path as it is', () => {
    expect(printTriedPage({ pathname: '/booking/1', flags: {} })).toBe('/booking/1');
    expect(readTriedPage('/booking/1')).toEqual({ pathname: '/booking/1' });
  });

  it('keeps the slot and the flags of a page', () => {
    const slot = { name: 'coach', props: '{"coach":1}', idPrefix: 'slot-0-' };
    const page = { pathname: '/shop', slot, flags: { 'new-form': true } };
    expect(readTriedPage(printTriedPage(page))).toEqual(page);
  });
});
