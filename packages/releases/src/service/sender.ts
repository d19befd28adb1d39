import type { Signature } from '@carry/contracts/release';
import { keyId } from '../signing/keys';
import { Untrusted } from '../signing/signature';
import { maySign, type Trust } from '../signing/trust';
import { mapsOwner } from '../stores/stored-maps';

export interface Sender {
  key: string;
  name: string;
  readonly trust: Trust;
  /** Identity that this server countersigns for; undefined if the sender's signature stays. */
  by?: Signature['by'];
}

/** Source maps contain sources: only the remote's team may read them, the shell's only operators. */
export function assertMayReadMaps(file: string, { key, name, trust }: Sender): void {
  const owner = mapsOwner(file);
  if (owner === null) return;
  const may =
    owner === 'shell'
      ? trust.operators.some((operator) => keyId(operator) === key)
      : maySign(trust, owner, key);
  if (!may) throw new Untrusted(`${name} may not read the source maps of ${owner}`);
}
