// Compares the weight of pages and server bundles with tools/bench/budgets.json. `--write` updates it. Skips outdated builds;
// with `--built` they are an error.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { remotes, root } from 'workspace';
import { isCurrent } from 'workspace/build-package';
import { SKIPPED } from '../run-checks';
import { type Budgets, findProblems, weighPages, weighServers } from './weigh-pages';

const file = path.join(root, 'tools/bench/budgets.json');
const writing = process.argv.includes('--write');
const stale = ['shell', ...remotes].filter((name) => !isCurrent(name));
if (stale.length > 0) {
  console.log(`skipped: outdated builds of ${stale.join(', ')}; run npm run build`);
  process.exitCode = writing || process.argv.includes('--built') ? 1 : SKIPPED;
} else {
  const budgets = JSON.parse(readFileSync(file, 'utf8')) as Budgets;
  const weights = { routes: weighPages(root, remotes), servers: weighServers(root, remotes) };
  if (writing) Object.assign(budgets, weights);
  if (writing) writeFileSync(file, `${JSON.stringify(budgets, null, 2)}\n`);
  const problems = [
    ...findProblems(weights.routes, budgets.routes),
    ...findProblems(weights.servers, budgets.servers),
  ];
  for (const problem of problems) console.error(problem);
  console.log(
    `${Object.keys(weights.routes).length} pages and ${remotes.length} server bundles weighed, ${problems.length} problems`,
  );
  process.exitCode = problems.length > 0 ? 1 : 0;
}
