/** Time in which no other process repeats an attempt. */
export const LEASE_MS = 60_000;
/** About an hour and a half of backoff, then an incident. */
export const REPORT_AFTER = 10;
