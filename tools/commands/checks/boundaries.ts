// Reads dependency-cruiser's JSON report from standard input and prints violations and folder cycles.
import { text } from 'node:stream/consumers';
import { folderCycles, listCycleImports } from './folder-cycles';

interface Report {
  modules: { source: string; dependencies: { resolved: string }[] }[];
  summary: {
    violations: { from: string; to: string; rule: { name: string; severity: string } }[];
    ruleSetUsed: { forbidden: { name: string; comment?: string }[] };
  };
}

const { modules, summary } = JSON.parse(await text(process.stdin)) as Report;
const why = new Map(summary.ruleSetUsed.forbidden.map(({ name, comment }) => [name, comment]));
for (const { from, to, rule } of summary.violations)
  console.error(`${rule.name}: ${from} → ${to}\n    ${why.get(rule.name) ?? ''}`);
const files = modules
  .filter(({ source }) => !/(^|\/)node_modules\//.test(source))
  .map(({ source, dependencies }) => ({
    source,
    imports: dependencies
      .map(({ resolved }) => resolved)
      .filter((file) => file.includes('/') && !/(^|\/)node_modules\//.test(file)),
  }));
const cycles = folderCycles(files);
for (const folders of cycles)
  console.error(
    `folder cycle: ${folders.join(' ⇄ ')}; move what they share to a folder below both\n    ${listCycleImports(folders, files).join('\n    ')}`,
  );
const problems = summary.violations.length + cycles.length;
console.log(`${modules.length} files, ${problems} problems`);
process.exitCode = problems > 0 ? 1 : 0;
