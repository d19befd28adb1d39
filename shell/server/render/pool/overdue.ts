import { FRAME } from '../protocol/protocol';
import { MB } from './limits';
import type { Ending, RenderProcess } from './render-process';

const START_MS = 5000;

/** Why a process has to end at once, as seen from outside: it uses too much memory, or does not start. */
export function overdue(process: RenderProcess, maxBytes: number, now: number): Ending | null {
  const { bytes, current } = process;
  if (bytes > maxBytes)
    return { kind: 'memory', culprit: current, error: `took ${Math.round(bytes / MB)} MB` };
  if (!process.ready && now - process.startedAt > START_MS)
    return { kind: 'died', culprit: FRAME, error: 'never got ready' };
  return null;
}
