import type { LiveDocument } from '@carry/contracts/release';
import { UsageError } from '../command-line/flags';
import { isQuarantined, servedVersion } from '../documents/line';
import { whoAmI } from '../pointers/live';
import { lock, promote, retire, rollback, setCanary, unlock } from '../pointers/pointers';
import { lift } from '../pointers/quarantine';
import { dryStore } from '../stores/dry-store';
import type { Store } from '../stores/store';
import type { Answer, Command } from './command';
import type { Flags } from './flags';
import { resolveVersion } from './names';

const answerLive = ({ revision, remotes }: LiveDocument, remote: string, text: string): Answer => ({
  data: { revision, remote, ...remotes[remote] },
  text,
});

const writable = (store: Store, flags: Flags) => (flags['dry-run'] ? dryStore(store) : store);

function answerMove(live: LiveDocument, remote: string, flags: Flags): Answer {
  const moved = `${remote}@${live.remotes[remote]?.version}`;
  return answerLive(
    live,
    remote,
    flags['dry-run'] ? `${moved} could go live; nothing is changed` : `${moved} is live`,
  );
}

export const pointerCommands: Record<string, Command> = {
  promote: {
    args: '<remote> <version>',
    does: 'makes a stored release live',
    flags: ['why', 'dry-run'],
    remote: true,
    async run({ store, flags }, [remote = '', name = '']) {
      const version = await resolveVersion(store, remote, name);
      const live = await promote(writable(store, flags), remote, {
        version,
        why: flags.why ?? 'promote',
      });
      return answerMove(live, remote, flags);
    },
  },
  rollback: {
    args: '<remote> [version]',
    does: 'rolls back to the previous release, or to a version; --to-latest returns to the newest',
    flags: ['to-latest', 'why', 'dry-run'],
    remote: true,
    async run({ store, flags }, [remote = '', name]) {
      if (name && flags['to-latest'])
        throw new UsageError('--to-latest already selects a release; leave the version out');
      const target = flags['to-latest']
        ? 'latest'
        : name && (await resolveVersion(store, remote, name));
      const live = await rollback(writable(store, flags), remote, {
        version: target,
        why: flags.why ?? 'rollback',
      });
      return answerMove(live, remote, flags);
    },
  },
  canary: {
    args: '<remote> <version>',
    does: 'starts a canary: serves a stored release to a share of the visitors; 0 ends it',
    flags: ['percent', 'why'],
    remote: true,
    async run({ store, flags: { percent, why = 'canary' } }, [remote = '', name = '']) {
      if (percent === undefined) throw new UsageError('a canary needs --percent');
      const version = await resolveVersion(store, remote, name);
      const live = await setCanary(store, remote, { version, percent, why });
      return answerLive(live, remote, `${remote}@${version} goes to ${percent} % of the visitors`);
    },
  },
  lock: {
    args: '<remote>',
    does: 'locks a remote: no release of it goes live until unlock',
    flags: ['why'],
    remote: true,
    async run({ store, flags }, [remote = '']) {
      if (!flags.why)
        throw new UsageError('a lock needs --why, so that your team knows the reason');
      return answerLive(
        await lock(store, remote, { why: flags.why, who: whoAmI(store) }),
        remote,
        `${remote} is locked: ${flags.why}`,
      );
    },
  },
  unlock: {
    args: '<remote>',
    does: 'ends a lock; a quarantine stays',
    flags: ['why'],
    remote: true,
    async run({ store, flags }, [remote = '']) {
      const live = await unlock(store, remote, { why: flags.why ?? 'unlock' });
      const pointer = live.remotes[remote];
      const quarantined = pointer && isQuarantined(pointer, pointer.version);
      const more = quarantined
        ? `; ${pointer.version} is in quarantine, ${servedVersion(pointer) ?? 'nothing'} is served`
        : '';
      return answerLive(live, remote, `${remote} is not locked${more}`);
    },
  },
  lift: {
    args: '<remote> <version>',
    does: 'lifts the quarantine of a failed release',
    flags: ['why'],
    remote: true,
    async run({ store, flags }, [remote = '', name = '']) {
      if (!flags.why)
        throw new UsageError('lift needs --why: the reason why the release works now');
      const version = await resolveVersion(store, remote, name);
      return answerLive(
        await lift(store, remote, { version, why: flags.why }),
        remote,
        `${remote}@${version} may be served again`,
      );
    },
  },
  retire: {
    args: '<remote>',
    does: 'removes a remote from the site; its releases stay in the store',
    flags: ['why'],
    remote: true,
    async run({ store, flags }, [remote = '']) {
      if (!flags.why) throw new UsageError('retire needs --why');
      const { revision } = await retire(store, remote, { why: flags.why });
      return { data: { revision, remote, retired: true }, text: `${remote} is retired` };
    },
  },
};
