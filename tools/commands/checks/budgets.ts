// What each page loads at once, and what each remote brings to the server, against tools/bench/budgets.json: the figures that no machine
// changes. `--write` writes it. Where something is not built from these sources, `pnpm check` says so and goes on; `--built`, for
// `npm test` after its builds, makes that a problem.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { remotes, root } from 'workspace';
import { isCurrent } from 'workspace/build-package';
import { type Budgets, problemsOf, weighPages, weighServers } from './weigh-pages';

const file = path.join(root, 'tools/bench/budgets.json');
const writing = process.argv.includes('--write');
const stale = ['shell', ...remotes].filter((name) => !isCurrent(name));
if (stale.length > 0) {
  console.log(`not weighed, because not built from these sources: ${stale.join(', ')}`);
  process.exitCode = writing || process.argv.includes('--built') ? 1 : 0;
} else {
  const budgets = JSON.parse(readFileSync(file, 'utf8')) as Budgets;
  const weights = { routes: weighPages(root, remotes), servers: weighServers(root, remotes) };
  if (writing) Object.assign(budgets, weights);
  if (writing) writeFileSync(file, `${JSON.stringify(budgets, null, 2)}\n`);
  const problems = [
    ...problemsOf(weights.routes, budgets.routes),
    ...problemsOf(weights.servers, budgets.servers),
  ];
  for (const problem of problems) console.error(problem);
  console.log(
    `${Object.keys(weights.routes).length} pages and ${remotes.length} server bundles weighed, ${problems.length} problems`,
  );
  process.exitCode = problems.length > 0 ? 1 : 0;
}
