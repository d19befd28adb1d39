import { randomBytes } from 'node:crypto';
import { isSameSecret } from '../documents/hmac';
import type { SigningKey } from '../signing/keys';
import { isOperator, maySign, mustBeSigned, type Trust } from '../signing/trust';
import type { Store } from '../stores/store';
import type { Authority, ConsoleUser } from './users';

interface LocalParts {
  /** Store of the release commands: signs with the key of this process. */
  store: Store;
  key: SigningKey | null;
  trust(): Trust;
}

export function createLocalAuthority({ store, key, trust }: LocalParts): Authority {
  return {
    getRole() {
      if (!trust().signed || (key && isOperator(trust(), key.id))) return 'operator';
      return key ? 'team' : 'viewer';
    },
    getRefusal(_, remote) {
      if (!mustBeSigned(trust(), remote)) return null;
      if (!key)
        return `Changes of ${remote} are signed, and this console has no key. Start it with RELEASES_KEY to change something.`;
      return maySign(trust(), remote, key.id)
        ? null
        : `The key ${key.id} of this console may not change ${remote}.`;
    },
    getSiteRefusal() {
      const { operators, signed } = trust();
      if (!signed || (key && isOperator(trust(), key.id))) return null;
      return operators.length > 0
        ? "Changes of the site document are signed with an operator's key. Start this console with it in RELEASES_KEY."
        : 'This console does not know the keys of the operators. Start it with RELEASES_TRUST.';
    },
    storeFor: () => store,
  };
}

export const localUser = (name: string): ConsoleUser => ({
  issuer: null,
  subject: name,
  name,
  isOperator: false,
  identities: [],
});

export class OneTimeLinks {
  private readonly tokens = new Set<string>();

  create(): string {
    const token = randomBytes(32).toString('base64url');
    this.tokens.add(token);
    return token;
  }

  /** Returns true once for each token. */
  use(text: string): boolean {
    const match = [...this.tokens].find((token) => isSameSecret(text, token));
    return match !== undefined && this.tokens.delete(match);
  }
}
