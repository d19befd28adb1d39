// Types of the CSS modules, so that a class that a stylesheet does not have fails the type check. `pnpm class-types` writes them.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from 'workspace';

/** The declaration of a CSS module: its classes by name. */
export function declarationOf(css: string): string {
  const selectors = css.replaceAll(/\/\*[\s\S]*?\*\/|"[^"]*"|'[^']*'|url\([^)]*\)/g, '');
  const names = [
    ...new Set([...selectors.matchAll(/\.([a-zA-Z_][\w-]*)/g)].map(([, name = '']) => name)),
  ].sort();
  return `// Written by \`pnpm class-types\`.\ndeclare const classes: {\n${names.map((name) => `  readonly ${name}: string;\n`).join('')}};\nexport default classes;\n`;
}

const skipped = new Set(['node_modules', 'dist', 'dist-dev', 'fixtures']);

function modulesIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory())
      return skipped.has(entry.name) || entry.name.startsWith('.') ? [] : modulesIn(file);
    return entry.name.endsWith('.module.css') ? [file] : [];
  });
}

/** The CSS modules in a folder whose types are not those of their classes; `write` puts them right. */
export function staleClassTypes(folder: string, write: boolean): string[] {
  return modulesIn(folder).filter((file) => {
    const target = `${file}.d.ts`;
    const wanted = declarationOf(readFileSync(file, 'utf8'));
    if (existsSync(target) && readFileSync(target, 'utf8') === wanted) return false;
    if (write) writeFileSync(target, wanted);
    return true;
  });
}

if (process.argv[1] === import.meta.filename) {
  const write = process.argv.includes('--write');
  const stale = staleClassTypes(root, write);
  for (const file of stale)
    console.log(
      `${path.relative(root, file)}: ${write ? 'types written' : "its classes changed: run 'pnpm class-types'"}`,
    );
  if (stale.length > 0 && !write) process.exitCode = 1;
}
