import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { DirectoryStore } from '@carry/releases';
import { root } from 'workspace';
import { buildAndPublish } from 'workspace/build';
import { fromSource } from 'workspace/process';
import { parts } from './parts';

const MINUTE_MS = 60_000;
const REPORT = path.join(root, 'test-results/bench.md');

const { values, positionals } = parseArgs({
  options: { runs: { type: 'string', default: '5' } },
  allowPositionals: true,
});
const unknown = positionals.filter((name) => !(name in parts));
if (unknown.length > 0) {
  console.error(`unknown part ${unknown.join(', ')}; choose from ${Object.keys(parts).join(', ')}`);
  process.exit(2);
}
const chosen = positionals.length > 0 ? positionals : Object.keys(parts);

const folder = mkdtempSync(path.join(tmpdir(), 'carry-bench-'));
const releases = path.join(folder, 'releases');
await buildAndPublish(new DirectoryStore(releases));
const failed: string[] = [];

function end(pid: number | undefined): void {
  try {
    if (pid) process.kill(-pid, 'SIGKILL');
  } catch {
    // already exited
  }
}

async function readSection(name: string): Promise<string> {
  const limit = (parts[name]?.minutes ?? 0) * MINUTE_MS;
  const file = path.join(folder, name);
  const { args, cwd, env } = fromSource('tools/bench/part.ts');
  const child = spawn(
    process.execPath,
    ['--expose-gc', ...args, name, file, values.runs, releases],
    {
      cwd,
      env,
      detached: true, // own process group, to kill its services, too
      stdio: ['ignore', 'inherit', 'inherit'],
    },
  );
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => {
      end(child.pid);
      process.exit(1);
    });
  let late = false;
  const timer = setTimeout(() => {
    late = true;
    end(child.pid);
  }, limit);
  const [code] = await once(child, 'exit');
  clearTimeout(timer);
  end(child.pid);
  process.removeAllListeners('SIGINT').removeAllListeners('SIGTERM');
  if (code === 0) return readFileSync(file, 'utf8');
  failed.push(name);
  const why = late ? `timed out after ${(limit / MINUTE_MS).toFixed(0)} minutes` : 'failed';
  return `## ${name}\n\n**Not measured: this part ${why}.**\n`;
}

const sections: string[] = [];
mkdirSync(path.dirname(REPORT), { recursive: true });
for (const name of chosen) {
  const before = Date.now();
  sections.push(await readSection(name));
  console.log(`${name}: ${((Date.now() - before) / 1000).toFixed(0)} s\n${sections.at(-1)}`);
  writeFileSync(REPORT, sections.join('\n\n')); // after each part, to keep partial results
}
rmSync(folder, { recursive: true, force: true });
console.log(`tables: ${path.relative(root, REPORT)}`);
if (failed.length > 0) console.error(`not measured: ${failed.join(', ')}`);
process.exit(failed.length > 0 ? 1 : 0);
