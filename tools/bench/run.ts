import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { DirectoryStore } from '@carry/releases';
import { root } from 'workspace';
import { buildAndPublish } from 'workspace/build';
import { fromSource } from 'workspace/process';
import { parts } from './parts';

const MINUTE_MS = 60_000;
const MINUTES = 35;

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
const started = Date.now();
await buildAndPublish(new DirectoryStore(releases));
const failed: string[] = [];

function end(pid: number | undefined): void {
  try {
    if (pid) process.kill(-pid, 'SIGKILL');
  } catch {
    // already exited
  }
}

async function sectionOf(name: string): Promise<string> {
  const remainingMs = started + MINUTES * MINUTE_MS - Date.now();
  const limit = Math.min((parts[name]?.minutes ?? 0) * MINUTE_MS, remainingMs);
  const file = path.join(folder, name);
  const { args, cwd, env } = fromSource('tools/bench/part.ts');
  const child = spawn(process.execPath, [...args, name, file, values.runs, releases], {
    cwd,
    env,
    detached: true, // own process group, to kill its services, too
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => {
      end(child.pid);
      process.exit(1);
    });
  let late = false;
  const timer = setTimeout(
    () => {
      late = true;
      end(child.pid);
    },
    Math.max(limit, 0),
  );
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
for (const name of chosen) {
  const before = Date.now();
  sections.push(await sectionOf(name));
  console.log(`${name}: ${((Date.now() - before) / 1000).toFixed(0)} s\n${sections.at(-1)}`);
  if (positionals.length > 0) continue;
  const head = `# Bench results

\`npm run bench\` builds the same sources as the composed site and as one ordinary single-page app (route-split, served compressed) and measures both in one run: Chromium at 390×844, CPU slowed 4×, 150 ms round trips, 1.6 Mbit/s, empty cache, median of ${values.runs}. Measured ${new Date().toISOString().slice(0, 10)} on ${cpus().length} cores; the machine is shared, so read the ratios.`;
  writeFileSync(path.join(root, 'tools/bench/RESULTS.md'), [head, ...sections].join('\n\n')); // after each part, to keep partial results
}
rmSync(folder, { recursive: true, force: true });
if (failed.length > 0) console.error(`not measured: ${failed.join(', ')}`);
process.exit(failed.length > 0 ? 1 : 0);
