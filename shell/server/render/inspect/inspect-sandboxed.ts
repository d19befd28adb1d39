import { type Inspect, type Inspection, ReleaseRefused } from '@carry/releases';
import { z } from 'zod';
import { MB } from '../pool/limits';
import { spawnSandboxed } from '../pool/spawn';
import { INSPECT_REALM_FILE } from '../protocol/protocol';
import { runSandboxed } from './run-sandboxed';

const MAX_MS = 10_000;
const MAX_BYTES = 512 * MB;
const EXCEEDED = {
  time: 'timed out before it returned its routes',
  memory: 'exceeds its memory limit',
};

const response = z.union([
  z.object({ inspection: z.custom<Inspection>((value) => typeof value === 'object') }),
  z.object({ refused: z.string() }),
]);

/** Returns an inspector of untrusted server bundles, each in a sandboxed process with a time and a memory limit. */
export const inspectSandboxed =
  (bundle: string, maxMs = MAX_MS): Inspect =>
  async (name, code) => {
    const refused = (why: string) => new ReleaseRefused(`${name}: its server bundle ${why}`);
    const child = spawnSandboxed(bundle, { beside: [INSPECT_REALM_FILE] });
    const outcome = await runSandboxed(child, JSON.stringify({ name, code }), {
      maxMs,
      maxBytes: MAX_BYTES,
    });
    if ('exceeded' in outcome) throw refused(EXCEEDED[outcome.exceeded]);
    const answer = response.safeParse(outcome.output);
    if (!answer.success) throw refused('crashed its process');
    if ('refused' in answer.data) throw new ReleaseRefused(answer.data.refused);
    return answer.data.inspection;
  };
