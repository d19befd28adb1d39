import { findInSources } from '../src/artifacts/source-maps';
import type { Candidate } from '../src/checks/candidate';
import { printReplacements } from '../src/checks/replacements';
import { ReleaseRefused } from '../src/errors/errors';

/** Remedies for violations of the page's policy, and patterns of their cause in the sources. */
const REMEDIES: {
  reads: RegExp;
  remedy: string;
  source?: RegExp;
  /** Libraries cause it, so their replacements are named. */
  replaces?: boolean;
  /** The check of scoping finds their code. */
  library?: boolean;
}[] = [
  {
    reads: /^the server sends it without rendered HTML: .* is not defined/,
    remedy:
      "the server has no browser: use it in an effect or an event handler; 'carry-remote check' names the line",
  },
  {
    reads: /style-src-attr refuses/,
    remedy:
      "a style attribute is written as text: use React's style property, or set one property (element.style.setProperty)",
    source: /setAttribute\(\s*['"]style['"]/,
    replaces: true,
  },
  {
    reads: /style-src(?:-elem)? refuses|Applying inline style violates/,
    remedy:
      "a <style> element has no nonce: write a .module.css, or give a CSS-in-JS library the page's nonce (document.querySelector('[nonce]')?.nonce)",
    source: /\bstyled\b|createCache|<style\b|createElement\('style'/,
    replaces: true,
  },
  {
    reads: /TrustedHTML|trusted-types|TrustedTypePolicy/,
    remedy:
      'text becomes markup: render elements (for Markdown: renderMarkdown of @carry/ui), or use a part of the library that does not',
    replaces: true,
    library: true,
  },
  {
    reads: /connect-src refuses/,
    remedy:
      "call the API with shell.api; the site's operator can allow other origins in site.json, also for WebSockets",
    source: /\bfetch\(|XMLHttpRequest|sendBeacon|new WebSocket/,
  },
  {
    reads: /frame-src refuses|^Framing .* violates/,
    remedy:
      "name the origin in the route's handle.frames, and ask the operator to allow it (owner add --frames)",
    source: /<iframe\b|createElement\(\s*['"]iframe['"]/,
  },
  {
    reads: /img-src refuses/,
    remedy:
      'add the picture to your build, or ask the operator to add its origin to PICTURE_ORIGINS',
  },
  {
    reads: /media-src refuses/,
    remedy:
      'add the audio or video to your build: import its address, or new URL(…, import.meta.url)',
  },
  {
    reads: /font-src refuses/,
    remedy: 'add the font to your build: @font-face in a .module.css with a relative url',
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
      'the build shows no use of WebAssembly: compile it by WebAssembly.instantiateStreaming(fetch(url)), with a name that is in the text',
  },
];
const MAX_PLACES = 3;

export async function refusePage(
  { record, maps, notes }: Pick<Candidate, 'record' | 'maps' | 'notes'>,
  { pathname, isOwn }: { pathname: string; isOwn: boolean },
  why: string,
): Promise<never> {
  const cause = REMEDIES.find(({ reads }) => reads.test(why));
  const { remedy, source, library } = cause ?? {};
  const sourcePlaces = source ? await findInSources(maps, source) : [];
  const places = [...sourcePlaces, ...(library ? notes : [])].slice(0, MAX_PLACES);
  const looked = places.length > 0 ? ` (look at ${places.join(', ')})` : '';
  const replacements = cause?.replaces ? printReplacements(record.facts.packages) : '';
  throw new ReleaseRefused(
    `${record.name}: on the whole site ${isOwn ? `its page ${pathname}` : `the page ${pathname} of another team`} fails (${why}); ${remedy ? remedy + looked : 'fix it and publish again'}${replacements}`,
  );
}
