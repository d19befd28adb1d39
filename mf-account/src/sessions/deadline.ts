import type { MySession } from '@carry/remote-kit/api';

export const FINAL = "You can't move or cancel after this.";

/** Returns the deadline that a session would have at another start (ISO 8601); null on a server that sends none. */
export function getDeadline({ session_time, move_until }: MySession, start: string): string | null {
  const leadMs = Date.parse(session_time ?? '') - Date.parse(move_until ?? '');
  const deadline = Date.parse(start) - leadMs;
  return Number.isNaN(deadline) ? null : new Date(deadline).toISOString();
}
