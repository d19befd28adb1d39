import { ReleaseRefused } from '../errors/errors';
import { applyChange, type ChangeService } from '../service/apply-change';
import { countersigner } from '../service/countersign';
import type { Service } from '../service/parts';
import type { Sender } from '../service/sender';
import { newPrivateKey, readSigningKey, type SigningKey } from '../signing/keys';
import { identityId, withPass } from '../signing/pass';
import { SignedStore } from '../signing/signed-store';
import type { Trust } from '../signing/trust';
import type { Store } from '../stores/store';
import type { Authority, ConsoleUser } from './users';

type AccountService = ChangeService & Pick<Service, 'trust' | 'changes'>;

/** Changes of accounts of an identity provider. Signed by a temporary key and countersigned like a pipeline's (docs/decisions/0037). */
export function createAccountAuthority(service: AccountService): Authority {
  const { key, trust } = service;
  return {
    getRole(user) {
      if (user.isOperator) return 'operator';
      return getIdentities(user, trust()).length > 0 ? 'team' : 'viewer';
    },
    getRefusal(user, remote) {
      const why = findServerProblem(key, trust()) ?? findAccountProblem(user, remote, trust());
      return why === null ? null : `You may look at ${remote}, but not change it. ${why}`.trim();
    },
    getSiteRefusal: () =>
      "Changes of the site document are signed with an operator's key. With yours in RELEASES_KEY, 'releases console --to' this address opens a console that has it.",
    storeFor: (user) => storeFor(service, user),
  };
}

/** Returns why an account cannot change a remote, empty if its owner names other accounts; null: it can. */
function findAccountProblem(user: ConsoleUser, remote: string, trust: Trust): string | null {
  const { issuer } = user;
  const accepted = trust.identities(remote);
  if (!accepted.some((identity) => identity.issuer === issuer))
    return `Its owner does not accept accounts of ${issuer}, so changes need the team's key.`;
  const covered = getIdentities(user, trust);
  return accepted.some((identity) => covered.includes(identityId(identity))) ? null : '';
}

function findServerProblem(key: SigningKey | null, trust: Trust): string | null {
  try {
    countersigner(key, trust);
    return null;
  } catch {
    return key
      ? 'This console is read-only: site.json does not list the key of its release server. An operator adds it with releases site countersign.'
      : 'This console is read-only: its release server has no RELEASES_KEY to sign with.';
  }
}

/** Returns the current identities in `site.json` that a user acts for; an operator acts for all of the issuer. */
const getIdentities = ({ issuer, isOperator, identities }: ConsoleUser, trust: Trust): string[] =>
  trust.pipelines
    .filter((identity) => identity.issuer === issuer)
    .map(identityId)
    .filter((id) => isOperator || identities.includes(id));

function storeFor(service: AccountService, user: ConsoleUser): Store {
  const { issuer, subject, name } = user;
  const key = { ...readSigningKey(newPrivateKey()), holder: name };
  const trustOfUser = () => {
    const trust = service.trust();
    return withPass(trust, { key: key.publicKey, identities: getIdentities(user, trust) });
  };
  const sender: Sender = {
    key: key.id,
    name,
    get trust() {
      return trustOfUser();
    },
    by: { issuer: issuer ?? '', subject },
  };
  return new SignedStore(senderStore(service, sender), trustOfUser, key);
}

/** Returns the store as a sender of changes sees it: reads are direct, changes are checked and countersigned. */
const senderStore = (service: AccountService, sender: Sender): Store => ({
  ...refuseWrites(service.store),
  async compareAndSwap(file, before, after) {
    if (file.startsWith('audit/')) return true; // `applyChange` writes it
    const isDone = await applyChange(service, { file, before, after }, sender);
    if (isDone) service.changes.poke();
    return isDone;
  },
});

const refuseWrites = (store: Store): Store => ({
  name: store.name,
  pollMs: store.pollMs,
  read: (path, maxBytes) => store.read(path, maxBytes),
  list: (prefix) => store.list(prefix),
  modified: (path) => store.modified(path),
  compareAndSwap: refuse,
  write: refuse,
  remove: refuse,
  compareAndRemove: refuse,
  async assertFit() {}, // the server checks its store
  listLitter: async () => [],
});

async function refuse(path: string): Promise<never> {
  throw new ReleaseRefused(`the console does not write ${path}`);
}
