import type { Store } from '@carry/releases';
import { remotes } from '../repository/workspace';
import { buildPackage, type Report } from './build-package';
import { publishChanged } from './publish-changed';

export async function buildAll(
  report: Report = console.log,
  names: readonly string[] = ['shell', ...remotes],
): Promise<void> {
  const half = (which: number) => names.filter((_, index) => index % 2 === which);
  await Promise.all([0, 1].map((which) => buildSeveral(half(which), report)));
}

export async function buildAndPublish(store: Store, report: Report = console.log): Promise<void> {
  await buildAll(report);
  await publishChanged(store, report);
}

async function buildSeveral(names: readonly string[], report: Report): Promise<void> {
  for (const name of names) await buildPackage(name, report);
}
