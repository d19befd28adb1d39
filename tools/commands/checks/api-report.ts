// The public types of contracts and remote-kit as one file, so that a pull request shows what changes of them. After check:types, which makes them.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from 'workspace';

const PARTS = ['packages/contracts/src', 'packages/remote-kit/src'];

/** The files with public types in the workspace `folder`, whose declarations lie in `types`; not those of sources that are gone. */
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

/** The report as the declarations say it. */
export function reportOf(folder: string, types: string): string {
  const sections = declarations(folder, types).map(
    (file) =>
      `## ${file}\n\n\`\`\`ts\n${readFileSync(path.join(types, `${file}.d.ts`), 'utf8').trim()}\n\`\`\`\n`,
  );
  return `# What other parties may rely on\n\nWritten by \`npm run generate -- api\`; \`pnpm check\` compares it. A change that is not an addition breaks somebody: see \`CONTRACT_VERSION\`.\n\n${sections.join('\n')}`;
}

/** Why the committed report is not the one that the declarations say, or null. */
export const reportProblem = (committed: string | null, wanted: string): string | null =>
  committed === wanted
    ? null
    : "the public types changed: run 'npm run generate -- api' and commit packages/contracts/API.md with the change";

if (process.argv[1] === import.meta.filename) {
  const report = path.join(root, 'packages/contracts/API.md');
  const wanted = reportOf(root, path.join(root, 'node_modules/.cache/types/browser'));
  if (process.argv.includes('--write')) writeFileSync(report, wanted);
  const problem = reportProblem(existsSync(report) ? readFileSync(report, 'utf8') : null, wanted);
  if (problem) console.error(problem);
  console.log(`${wanted.match(/^## /gm)?.length ?? 0} files of public types`);
  process.exitCode = problem ? 1 : 0;
}
