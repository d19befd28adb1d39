import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { inPage, type StyleSheet } from './page-styles';

/** What the shell's build brings into every page. */
export interface ShellAssets {
  /** Names the build: another page has other files. */
  version: string;
  /** Its script elements. */
  scripts: string[];
  styles: StyleSheet[];
  /** Preloads of the typefaces, for Early Hints alone: in the page they would hold up its first paint, and come before its largest picture. */
  fonts: string[];
  /** Programs that stand in the page itself: what runs before anything else, what brings the scripts of a page that is seen first, and what reloads a page under development. */
  programs: { first: string; later: string; development: string };
}

/** Reads what the build of the shell wrote, once. */
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

/** A sheet of the shell's own build, by the element that links to it. */
function readStyle(dist: string, link: string): StyleSheet {
  const [href = '', integrity = ''] = ['href', 'integrity'].map(
    (name) => new RegExp(` ${name}="([^"]*)"`).exec(link)?.[1],
  );
  const file = path.join(dist, 'web', href.replace(/^\/assets\//, ''));
  return { href, integrity, css: inPage(href, readFileSync(file, 'utf8')) };
}

/** The programs that stand in pages. */
export const readPrograms = (dist: string): ShellAssets['programs'] => ({
  first: readProgram(dist, 'first'),
  later: readProgram(dist, 'later'),
  development: readProgram(dist, 'development'),
});

/** The text of a program, which ends at the end of its script element and not before. */
function readProgram(dist: string, name: string): string {
  const text = readFileSync(path.join(dist, `inline/${name}.js`), 'utf8').trim();
  if (/<\/script|<!--/i.test(text)) throw new Error(`inline/${name}.js would end its own element`);
  return text;
}
