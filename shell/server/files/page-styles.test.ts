import { expect, test, vi } from 'vitest';
import { inPage, PageStyles } from './page-styles';

const HREF = '/remotes/mf-a/1.0.0/web/static/css/async/route-home.1.css';
const record = { name: 'mf-a', version: '1.0.0' } as Parameters<PageStyles['of']>[0];

test.each([
  ['url(../../image/a.svg)', 'url(/remotes/mf-a/1.0.0/web/static/image/a.svg)'],
  ['url("../../image/a.svg#x")', 'url("/remotes/mf-a/1.0.0/web/static/image/a.svg#x")'],
  ["URL( 'b.woff2?v=1' )", "url('/remotes/mf-a/1.0.0/web/static/css/async/b.woff2?v=1')"],
  ['url(/assets/f.woff2)', 'url(/assets/f.woff2)'],
  ['url(https://cdn.example/f.woff2)', 'url(https://cdn.example/f.woff2)'],
  ['url(#gradient)', 'url(#gradient)'],
  ['url(data:image/png;base64,AA==)', 'url(data:image/png;base64,AA==)'],
])('the address %s is %s in a page', (given, rooted) => {
  const around = (address: string) => `a{background:${address} 0 0,${address}}`;
  expect(inPage(HREF, around(given))).toBe(around(rooted));
});

test.each([
  ['that would end its element', 'a::after{content:"</StYle><script>alert(1)</script>"}'],
  ['that loads another', '@IMPORT "other.css";'],
  ['with addresses outside url()', 'a{background:image-set("a.png" 1x)}'],
  ['with an address that cannot be read', 'a{background:url("a\\")b.png")}'],
  ['that is large', `a{${'x'.repeat(64 * 1024)}}`],
])('a sheet %s stays a file', (_, css) => {
  expect(inPage(HREF, css)).toBeNull();
});

test('a sheet is read once; one that cannot be had is tried again, and no page waits long for it', async () => {
  const read = vi.fn<() => Promise<Buffer | null>>();
  const styles = new PageStyles({ read });
  const ask = () => styles.of(record, 'web/a.css', HREF);
  read.mockRejectedValueOnce(new Error('damaged')).mockResolvedValueOnce(null);
  expect([await ask(), await ask()]).toEqual([null, null]);
  read.mockReturnValueOnce(new Promise(() => {}));
  const asked = performance.now();
  expect(await ask()).toBeNull();
  expect(performance.now() - asked).toBeLessThan(5000);
  read.mockResolvedValueOnce(Buffer.from('a{}'));
  expect([await ask(), await ask()]).toEqual(['a{}', 'a{}']);
  expect(read).toHaveBeenCalledTimes(4);
});
