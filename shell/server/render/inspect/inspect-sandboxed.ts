import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Inspect, type Inspection, ReleaseRefused } from '@carry/releases';
import { z } from 'zod';
import { MB } from '../pool/limits';
import { residentBytes, spawnSandboxed } from '../pool/spawn';
import { INSPECT_REALM_FILE } from '../protocol/protocol';

const MAX_MS = 10_000;
const MAX_BYTES = 512 * MB;
const POLL_MS = 50;

const response = z.union([
  z.object({ inspection: z.custom<Inspection>((value) => typeof value === 'object') }),
  z.object({ refused: z.string() }),
]);

/** Returns an inspector of untrusted server bundles, each in a sandboxed process with a time and a memory limit. */
export const inspectSandboxed =
  (bundle: string, maxMs = MAX_MS): Inspect =>
  async (name, code) => {
    const child = spawnSandboxed(bundle, INSPECT_REALM_FILE);
    const refuse = (why: string) => {
      throw new ReleaseRefused(`${name}: its server bundle ${why}`);
    };
    const failed = new Promise<never>((_, reject) => child.once('error', reject));
    let ended = false;
    const watch = async () => {
      for (const until = Date.now() + maxMs; Date.now() < until; await sleep(POLL_MS)) {
        if (ended) return '';
        if (residentBytes(child.pid) > MAX_BYTES)
          return refuse('exceeds the memory limit of 512 MB');
      }
      return refuse('timed out before it returned its routes');
    };
    try {
      child.stdin?.end(JSON.stringify({ name, code }));
      const output = await Promise.race([
        failed,
        child.stdout ? text(child.stdout) : failed,
        watch(),
      ]);
      const answer = response.safeParse(parseJson(output));
      if (!answer.success) return refuse('crashed its process');
      if ('refused' in answer.data) throw new ReleaseRefused(answer.data.refused);
      return answer.data.inspection;
    } finally {
      ended = true;
      child.kill('SIGKILL');
    }
  };

function parseJson(output: string): unknown {
  try {
    return JSON.parse(output);
  } catch {
    return null;
  }
}
