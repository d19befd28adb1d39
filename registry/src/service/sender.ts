import type { Signature } from '@carry/contracts/release';
import type { Trust } from '../signing/trust';

/** Who sends a request. */
export interface Sender {
  /** The id of the key that signed it. */
  key: string;
  /** As the audit log has it. */
  name: string;
  /** Whose signatures count now, with the sender's own where they hold a pass. */
  trust: Trust;
  /** For whom this server signs what comes; nobody where the sender's own signature stays. */
  by?: Signature['by'];
}
