import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { ReleaseRefused } from '@carry/releases/errors';
import type { Inspect, Inspection } from '@carry/releases/inspection';
import { z } from 'zod';
import { MB } from '../pool/limits';
import { residentBytes, spawnSandboxed } from '../pool/spawn';
import { INSPECT_REALM_FILE } from '../protocol/protocol';

const MAX_MS = 10_000;
const MAX_BYTES = 512 * MB;
const LOOK_MS = 50;

const answered = z.union([
  z.object({ inspection: z.custom<Inspection>((value) => typeof value === 'object') }),
  z.object({ refused: z.string() }),
]);

/** Runs a server bundle in a sealed process of its own, which ends with it: for code that somebody has sent. */
export const inspectSealed =
  (bundle: string, maxMs = MAX_MS): Inspect =>
  async (name, code) => {
    const child = spawnSandboxed(bundle, INSPECT_REALM_FILE);
    const refuse = (why: string) => {
      throw new ReleaseRefused(`${name}: its server bundle ${why}`);
    };
    let ended = false;
    const watch = async () => {
      for (const until = Date.now() + maxMs; Date.now() < until; await sleep(LOOK_MS)) {
        if (ended) return '';
        if (residentBytes(child.pid) > MAX_BYTES) return refuse('uses too much memory');
      }
      return refuse('does not say in time which routes it has');
    };
    try {
      child.stdin?.on('error', () => {}).end(JSON.stringify({ name, code }));
      const output = await Promise.race([child.stdout ? text(child.stdout) : '', watch()]);
      const answer = answered.safeParse(parsed(output));
      if (!answer.success) return refuse('ends the process that runs it');
      if ('refused' in answer.data) throw new ReleaseRefused(answer.data.refused);
      return answer.data.inspection;
    } finally {
      ended = true;
      child.kill('SIGKILL');
    }
  };

function parsed(output: string): unknown {
  try {
    return JSON.parse(output);
  } catch {
    return null;
  }
}
