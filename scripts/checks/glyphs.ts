// No letter of a typeface stands for a drawing: icons are those of `shared-ui/src/icon.tsx`, the same on every platform.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from 'workspace';

/** Arrows, ticks, crosses, stars, circles, triangles, and the cross of multiplication where it multiplies nothing. */
const GLYPH =
  /[\u2190-\u21ff\u2300-\u23ff\u25a0-\u27bf\u2b00-\u2bff\u2039\u203a\u22ee\u22ef]|\u00d7(?! [\d{$])/u;
const COMMENT = /\/\*[\s\S]*?\*\/|(^|\s)\/\/.*$/gm;

/** The lines of a source in which a glyph stands outside of comments. */
export function glyphsIn(source: string): number[] {
  const code = source.replace(COMMENT, (comment) => comment.replaceAll(/[^\n]/g, ' '));
  return code.split('\n').flatMap((line, index) => (GLYPH.test(line) ? [index + 1] : []));
}

const pages = ['mf-*/src', 'shared-ui/src', 'shell/universal', 'shell/browser', 'remote-kit/src'];
const kinds = ['tsx', 'css'];

function files(): string[] {
  const patterns = pages.flatMap((folder) => kinds.map((kind) => `:(glob)${folder}/**/*.${kind}`));
  return execFileSync('git', ['ls-files', '-co', '--exclude-standard', '--', ...patterns], {
    cwd: root,
  })
    .toString()
    .split('\n')
    .filter((file) => file !== '' && !file.includes('.test.'));
}

if (process.argv[1] === import.meta.filename) {
  const problems = files().flatMap((file) =>
    glyphsIn(readFileSync(path.join(root, file), 'utf8')).map((line) => `${file}:${line}`),
  );
  for (const problem of problems) console.error(`${problem}: a glyph, where an icon belongs`);
  console.log(`${files().length} files of pages, ${problems.length} glyphs`);
  process.exitCode = problems.length > 0 ? 1 : 0;
}
