import type { Signature } from '@carry/contracts/release';
import { keyId } from '../signing/keys';
import { Untrusted } from '../signing/signature';
import { maySign, type Trust } from '../signing/trust';
import { mapsOwner } from '../stores/stored-maps';

/** Who sends a request. */
export interface Sender {
  /** The id of the key that signed it. */
  key: string;
  /** As the audit log has it. */
  name: string;
  /** Whose signatures count whenever it is asked, with the sender's own where they hold a pass. */
  readonly trust: Trust;
  /** For whom this server signs what comes; nobody where the sender's own signature stays. */
  by?: Signature['by'];
}

/** Source maps hold sources: those of a remote are for its team, the shell's for operators. */
export function assertMayReadMaps(file: string, { key, name, trust }: Sender): void {
  const owner = mapsOwner(file);
  if (owner === null) return;
  const may =
    owner === 'shell'
      ? trust.operators.some((operator) => keyId(operator) === key)
      : maySign(trust, owner, key);
  if (!may) throw new Untrusted(`${name} may not read the source maps of ${owner}`);
}
