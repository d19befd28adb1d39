// Global setup of the unit tests: their temporary files are in one folder, which is deleted after the run.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const NAME = 'carry-unit-';

export function setup(): (() => void) | undefined {
  if (path.basename(tmpdir()).startsWith(NAME)) return undefined; // each project of Vitest calls this
  const folder = mkdtempSync(path.join(tmpdir(), NAME));
  chmodSync(folder, 0o755); // some tests start processes of another account
  process.env['TMPDIR'] = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}
