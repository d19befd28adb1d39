// The public types of contracts and remote-kit as one file, so that a pull request shows what changes of them. After check:types, which makes them.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from 'workspace';

const types = path.join(root, 'node_modules/.cache/types/browser');
const report = path.join(root, 'contracts/API.md');

function declarations(folder: string): string[] {
  return readdirSync(path.join(types, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.d.ts'))
    .map((file) => `${folder}/${file.replace(/\.d\.ts$/, '')}`)
    .filter((file) => ['.ts', '.tsx'].some((suffix) => existsSync(path.join(root, file + suffix)))) // not those of files that are gone
    .sort();
}

const files = ['contracts/src', 'remote-kit/src']
  .flatMap(declarations)
  .filter((file) => !file.endsWith('.test-d'));
const sections = files.map(
  (file) =>
    `## ${file}\n\n\`\`\`ts\n${readFileSync(path.join(types, `${file}.d.ts`), 'utf8').trim()}\n\`\`\`\n`,
);
const text = `# What other parties may rely on\n\nWritten by \`pnpm api-report\`; \`pnpm check\` compares it. A change that is not an addition breaks somebody: see \`CONTRACT_VERSION\`.\n\n${sections.join('\n')}`;

if (process.argv.includes('--write')) writeFileSync(report, text);
else if (!existsSync(report) || readFileSync(report, 'utf8') !== text) {
  console.error(
    "the public types changed: run 'pnpm api-report' and commit contracts/API.md with the change",
  );
  process.exitCode = 1;
}
console.log(`${files.length} files of public types`);
