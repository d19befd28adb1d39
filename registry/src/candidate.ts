import type { ReleaseRecord } from 'contracts/release';

/** A built remote that passed the checks of its files, not stored yet. */
export interface Candidate {
  record: ReleaseRecord;
  /** What the store will hold below `<name>/<version>/`; the brotli variants come while the gates run. */
  files: Map<string, Buffer>;
}
