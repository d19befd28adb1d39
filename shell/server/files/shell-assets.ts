import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { inPage, type StyleSheet } from './page-styles';

/** Assets of the shell's build that every page contains. */
export interface ShellAssets {
  version: string;
  scripts: string[];
  styles: StyleSheet[];
  /** Font preloads for Early Hints only: in the page they would delay first paint and LCP. */
  fonts: string[];
  /** Inline scripts: the first script, the deferred scripts loader, the live reload. */
  programs: { first: string; later: string; development: string };
}

/** Reads the assets of the shell's build. */
export function readShellAssets(dist: string): ShellAssets {
  const html = readFileSync(path.join(dist, 'web/index.html'), 'utf8');
  return {
    version: createHash('sha256').update(html).digest('hex').slice(0, 12),
    scripts: html.match(/<script [^>]*><\/script>/g) ?? [],
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

function readStyle(dist: string, link: string): StyleSheet {
  const [href = '', integrity = ''] = ['href', 'integrity'].map(
    (name) => new RegExp(` ${name}="([^"]*)"`).exec(link)?.[1],
  );
  const file = path.join(dist, 'web', href.replace(/^\/assets\//, ''));
  return { href, integrity, css: inPage(href, readFileSync(file, 'utf8')) };
}

export const readPrograms = (dist: string): ShellAssets['programs'] => ({
  first: readProgram(dist, 'first'),
  later: readProgram(dist, 'later'),
  development: readProgram(dist, 'development'),
});

function readProgram(dist: string, name: string): string {
  const text = readFileSync(path.join(dist, `inline/${name}.js`), 'utf8').trim();
  if (/<\/script|<!--/i.test(text))
    throw new Error(`inline/${name}.js contains </script or <!--, so it cannot be inlined`);
  return text;
}
