// Reports the public types of contracts and remote-kit, so that a pull request shows their changes. Needs the declarations of `npm run check -- types`.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from 'workspace';

const PACKAGES = ['packages/contracts', 'packages/remote-kit'];

function entryPoints(folder: string, home: string): string[] {
  const { exports = {} } = JSON.parse(
    readFileSync(path.join(folder, home, 'package.json'), 'utf8'),
  ) as { exports?: Record<string, string> };
  return Object.values(exports)
    .map((file) => path.posix.join(home, file))
    .filter((file) => /^[^.]*\/src\/.*\.tsx?$/.test(file))
    .map((file) => file.replace(/\.tsx?$/, ''));
}

/** Returns the exported files and their namespaces. Indexes have no exports of their own. */
function declarations(folder: string, types: string): string[] {
  const files = PACKAGES.flatMap((home) => entryPoints(folder, home)).flatMap((file) => {
    const isIndex = path.posix.basename(file) === 'index';
    const passedOn = isIndex
      ? /^export \* from '(\.[^']+)';$/gm
      : /^export \* as \w+ from '(.+)';$/gm;
    const text = readFileSync(path.join(types, `${file}.d.ts`), 'utf8');
    const modules = [...text.matchAll(passedOn)].map(([, to = '']) => {
      const module = path.posix.join(path.posix.dirname(file), to);
      return existsSync(path.join(types, `${module}.d.ts`)) ? module : `${module}/index`;
    });
    return isIndex ? modules : [file, ...modules];
  });
  return [...new Set(files)].sort();
}

export function printReport(folder: string, types: string): string {
  const sections = declarations(folder, types).map(
    (file) =>
      `## ${file}\n\n\`\`\`ts\n${readFileSync(path.join(types, `${file}.d.ts`), 'utf8').trim()}\n\`\`\`\n`,
  );
  return `# Public types of contracts and remote-kit\n\nWritten by \`npm run generate -- api\`; \`npm run check\` compares it. A change that is not an addition breaks someone: see \`CONTRACT_VERSION\`.\n\n${sections.join('\n')}`;
}

export const reportProblem = (committed: string | null, current: string): string | null =>
  committed === current
    ? null
    : "the public types changed: run 'npm run generate -- api' and commit packages/contracts/API.md";

export function summarize(report: string, isWritten: boolean): string {
  const files = `${report.match(/^## /gm)?.length ?? 0} files with public types`;
  return isWritten ? `packages/contracts/API.md is written: ${files}` : files;
}

if (process.argv[1] === import.meta.filename) {
  const report = path.join(root, 'packages/contracts/API.md');
  const current = printReport(root, path.join(root, 'node_modules/.cache/types/browser'));
  const isWriting = process.argv.includes('--write');
  if (isWriting) writeFileSync(report, current);
  const problem = reportProblem(existsSync(report) ? readFileSync(report, 'utf8') : null, current);
  if (problem) console.error(problem);
  console.log(summarize(current, isWriting));
  process.exitCode = problem ? 1 : 0;
}
