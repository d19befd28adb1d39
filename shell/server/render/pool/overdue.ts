import { FRAME } from '../protocol/protocol';
import { MB } from './limits';
import type { Ending, RenderProcess } from './render-process';

/** A busy machine starts slowly; killing a process that starts would make it busier. */
const START_MS = 20_000;

export function findViolation(
  process: RenderProcess,
  maxBytes: number,
  now: number,
): Ending | null {
  const { bytes, current } = process;
  if (bytes > maxBytes)
    return { kind: 'memory', offender: current, error: `used ${Math.round(bytes / MB)} MB` };
  if (!process.ready && now - process.startedAt > START_MS)
    return { kind: 'died', offender: FRAME, error: 'did not start within 20 s' };
  return null;
}
