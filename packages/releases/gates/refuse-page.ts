import { findInSources } from '../src/artifacts/source-maps';
import type { Candidate } from '../src/checks/candidate';
import { ReleaseRefused } from '../src/errors/errors';

/** What a team can do about a violation of the page's policy, and what in its sources leads to one. */
const REMEDIES: { reads: RegExp; remedy: string; source?: RegExp }[] = [
  {
    reads: /style-src-attr refuses/,
    remedy:
      "the server's HTML has a style attribute: give the element a class, or set the property in the browser (ref.current.style.setProperty in useLayoutEffect)",
    source: /\bstyle=\{/,
  },
  {
    reads: /style-src(?:-elem)? refuses/,
    remedy:
      "a <style> element has no nonce: write a .module.css, or give a CSS-in-JS library the page's nonce (document.querySelector('[nonce]')?.nonce)",
    source: /\bstyled\b|createCache|<style\b|createElement\('style'/,
  },
  {
    reads: /connect-src refuses/,
    remedy: 'call the API with shell.api; other origins are named in site.json by its operator',
    source: /\bfetch\(|XMLHttpRequest|sendBeacon|new WebSocket/,
  },
  {
    reads: /img-src refuses/,
    remedy:
      "bring the picture in your build, or have its origin named in the site's PICTURE_ORIGINS",
  },
  {
    reads: /font-src refuses/,
    remedy: 'bring the font in your build: @font-face in a .module.css with a relative url',
  },
  {
    reads: /worker-src refuses/,
    remedy:
      "start a worker from a file of your build: new Worker(new URL('./worker.ts', import.meta.url))",
    source: /\bnew (?:Shared)?Worker\(/,
  },
  {
    reads: /script-src(?:-elem)? refuses/,
    remedy: 'load the scripts of third parties with shell.loadScript',
  },
  {
    reads: /wasm|WebAssembly/i,
    remedy:
      "the policy has no wasm-unsafe-eval: take the library's JavaScript build, or do it on your own server",
  },
];
const MAX_PLACES = 3;

/** Refuses a candidate for what one of its pages does on the whole site. */
export async function refusePage(
  { record, maps }: Pick<Candidate, 'record' | 'maps'>,
  pathname: string,
  why: string,
): Promise<never> {
  const { remedy, source } = REMEDIES.find(({ reads }) => reads.test(why)) ?? {};
  const places = source ? (await findInSources(maps, source)).slice(0, MAX_PLACES) : [];
  const looked = places.length > 0 ? ` (look at ${places.join(', ')})` : '';
  throw new ReleaseRefused(
    `${record.name}: on the whole site its page ${pathname} fails (${why}); ${remedy ? remedy + looked : 'fix it and publish again'}`,
  );
}
