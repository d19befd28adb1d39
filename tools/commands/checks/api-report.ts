// Compares packages/contracts/API.md with the public types of contracts and remote-kit. Needs the declarations of `check types`.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from 'workspace';

const PARTS = ['packages/contracts/src', 'packages/remote-kit/src'];

/** Returns the source files with declarations in `types`. Skips stale declarations. */
function declarations(folder: string, types: string): string[] {
  return PARTS.flatMap((part) =>
    readdirSync(path.join(types, part), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.d.ts'))
      .map((file) => `${part}/${file.replace(/\.d\.ts$/, '')}`)
      .filter((file) =>
        ['.ts', '.tsx'].some((suffix) => existsSync(path.join(folder, file + suffix))),
      )
      .sort(),
  ).filter((file) => !file.endsWith('.test-d'));
}

/** Returns the report of the declarations as Markdown. */
export function reportOf(folder: string, types: string): string {
  const sections = declarations(folder, types).map(
    (file) =>
      `## ${file}\n\n\`\`\`ts\n${readFileSync(path.join(types, `${file}.d.ts`), 'utf8').trim()}\n\`\`\`\n`,
  );
  return `# What other parties may rely on\n\nWritten by \`npm run generate -- api\`; \`pnpm check\` compares it. A change that is not an addition breaks somebody: see \`CONTRACT_VERSION\`.\n\n${sections.join('\n')}`;
}

/** Returns a problem if the committed report is outdated, else null. */
export const reportProblem = (committed: string | null, current: string): string | null =>
  committed === current
    ? null
    : "the public types changed: run 'npm run generate -- api' and commit packages/contracts/API.md";

if (process.argv[1] === import.meta.filename) {
  const report = path.join(root, 'packages/contracts/API.md');
  const current = reportOf(root, path.join(root, 'node_modules/.cache/types/browser'));
  if (process.argv.includes('--write')) writeFileSync(report, current);
  const problem = reportProblem(existsSync(report) ? readFileSync(report, 'utf8') : null, current);
  if (problem) console.error(problem);
  console.log(`${current.match(/^## /gm)?.length ?? 0} files with public types`);
  process.exitCode = problem ? 1 : 0;
}
