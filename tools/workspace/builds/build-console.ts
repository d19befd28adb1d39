import { existsSync } from 'node:fs';
import path from 'node:path';
import { root } from '../repository/workspace';
import { type Report, rsbuild } from './build-package';
import { eraseStamp, readStamp, sourceHash, writeStamp } from './stamp';

const CONSOLE = 'packages/releases/console';

export async function buildConsole(report: Report = console.log): Promise<void> {
  const folder = path.join(root, CONSOLE);
  const hash = sourceHash([CONSOLE, 'packages/contracts', 'shared-ui']);
  if (readStamp(folder) === hash && existsSync(path.join(folder, 'dist/index.html'))) return;
  const started = Date.now();
  eraseStamp(folder);
  await rsbuild(folder);
  writeStamp(folder, hash);
  report(`built the console in ${((Date.now() - started) / 1000).toFixed(1)} s`);
}
