// What each page loads at once, against bench/budgets.json: the figures that no machine changes. `--write` writes it. Where something
// is not built from these sources, `pnpm check` says so and goes on; `--built`, for `npm test` after its builds, makes that a problem.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { remotes, root } from 'workspace';
import { isCurrent } from 'workspace/build-package';
import { type Budgets, problemsOf, weighPages } from './weigh-pages';

const file = path.join(root, 'bench/budgets.json');
const writing = process.argv.includes('--write');
const stale = ['shell', ...remotes].filter((name) => !isCurrent(name));
if (stale.length > 0) {
  console.log(`not weighed, because not built from these sources: ${stale.join(', ')}`);
  process.exitCode = writing || process.argv.includes('--built') ? 1 : 0;
} else {
  const weights = weighPages(root, remotes);
  const budgets = JSON.parse(readFileSync(file, 'utf8')) as Budgets;
  if (writing) budgets.routes = weights;
  if (writing) writeFileSync(file, `${JSON.stringify(budgets, null, 2)}\n`);
  const problems = problemsOf(weights, budgets.routes);
  for (const problem of problems) console.error(problem);
  console.log(`${Object.keys(weights).length} pages weighed, ${problems.length} problems`);
  process.exitCode = problems.length > 0 ? 1 : 0;
}
