import { FRAME } from '../protocol/protocol';
import { MB } from './limits';
import type { Ending, RenderProcess } from './render-process';

const START_MS = 5000;

export function findViolation(
  process: RenderProcess,
  maxBytes: number,
  now: number,
): Ending | null {
  const { bytes, current } = process;
  if (bytes > maxBytes)
    return { kind: 'memory', offender: current, error: `used ${Math.round(bytes / MB)} MB` };
  if (!process.ready && now - process.startedAt > START_MS)
    return { kind: 'died', offender: FRAME, error: 'did not start within 5 s' };
  return null;
}
