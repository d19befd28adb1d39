import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { inPage, type StyleSheet } from './page-styles';

export interface ShellAssets {
  version: string;
  scripts: string[];
  styles: StyleSheet[];
  /** Font preloads for Early Hints only: in the page they would delay first paint and LCP. */
  fonts: string[];
  programs: { first: string; development: string };
}

export function readShellAssets(dist: string): ShellAssets {
  const html = readFileSync(path.join(dist, 'web/index.html'), 'utf8');
  return {
    version: createHash('sha256').update(html).digest('hex').slice(0, 12),
    scripts: readScripts(dist, html),
    styles: (html.match(/<link [^>]*rel="stylesheet"[^>]*>/g) ?? []).map((link) =>
      readStyle(dist, link),
    ),
    fonts:
      html.match(/<link [^>]*rel="preload"[^>]*as="font"[^>]*>/g) ??
      html.match(/<link [^>]*as="font"[^>]*>/g) ??
      [],
    programs: readPrograms(dist),
  };
}

/** Returns the deferred scripts, largest first: requests that share a slow line then finish together. */
function readScripts(dist: string, html: string): string[] {
  const scripts = html.match(/<script [^>]*><\/script>/g) ?? [];
  const measureSize = (script: string) => statSync(getFile(dist, getAttribute(script, 'src'))).size;
  return scripts.toSorted((one, other) => measureSize(other) - measureSize(one));
}

const getAttribute = (element: string, name: string) =>
  new RegExp(` ${name}="([^"]*)"`).exec(element)?.[1] ?? '';

const getFile = (dist: string, href: string) =>
  path.join(dist, 'web', href.replace(/^\/assets\//, ''));

function readStyle(dist: string, link: string): StyleSheet {
  const href = getAttribute(link, 'href');
  const css = inPage(href, readFileSync(getFile(dist, href), 'utf8'));
  return { href, integrity: getAttribute(link, 'integrity'), css };
}

export const readPrograms = (dist: string): ShellAssets['programs'] => ({
  first: readProgram(dist, 'first'),
  development: readProgram(dist, 'development'),
});

function readProgram(dist: string, name: string): string {
  const text = readFileSync(path.join(dist, `inline/${name}.js`), 'utf8').trim();
  if (/<\/script|<!--/i.test(text))
    throw new Error(`inline/${name}.js contains </script or <!--, so it cannot be inlined`);
  return text;
}
