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
])('rewrites %s to %s', (relative, rooted) => {
  const around = (address: string) => `a{background:${address} 0 0,${address}}`;
  expect(inPage(HREF, around(relative))).toBe(around(rooted));
});

test.each([
  ['that ends its style element', 'a::after{content:"</StYle><script>alert(1)</script>"}'],
  ['with an import', '@IMPORT "other.css";'],
  ['with URLs outside url()', 'a{background:image-set("a.png" 1x)}'],
  ['with an unparsable URL', 'a{background:url("a\\")b.png")}'],
  ['above the size limit', `a{${'x'.repeat(64 * 1024)}}`],
])('does not inline a style sheet %s', (_, css) => {
  expect(inPage(HREF, css)).toBeNull();
});

test('caches style sheets and retries failed reads', async () => {
  const read = vi.fn<() => Promise<Buffer | null>>();
  const styles = new PageStyles({ read });
  const ask = () => styles.of(record, 'web/a.css', HREF);
  read.mockRejectedValueOnce(new Error('damaged')).mockResolvedValueOnce(null);
  expect([await ask(), await ask()]).toEqual([null, null]);
  read.mockReturnValueOnce(new Promise(() => {}));
  const startedAt = performance.now();
  expect(await ask()).toBeNull();
  expect(performance.now() - startedAt).toBeLessThan(5000);
  read.mockResolvedValueOnce(Buffer.from('a{}'));
  expect([await ask(), await ask()]).toEqual(['a{}', 'a{}']);
  expect(read).toHaveBeenCalledTimes(4);
});
