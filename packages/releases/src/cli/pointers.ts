import type { LiveDocument } from '@carry/contracts/release';
import { UsageError } from '../command-line/flags';
import { isQuarantined, servedVersion } from '../documents/version-history';
import { whoAmI } from '../pointers/live';
import { lock, promote, retire, rollback, setCanary, unlock } from '../pointers/pointers';
import { lift } from '../pointers/quarantine';
import type { Answer, Command } from './command';
import { describeEffect, type Flags } from './flags';
import { resolveVersion } from './names';

const answerLive = ({ revision, remotes }: LiveDocument, remote: string, text: string): Answer => ({
  data: { revision, remote, ...remotes[remote] },
  text,
});

function answerMove(live: LiveDocument, remote: string, flags: Flags): Answer {
  const moved = `${remote}@${live.remotes[remote]?.version}`;
  const text = describeEffect(flags, `${moved} is live`, `${moved} would go live`);
  return answerLive(live, remote, text);
}

export const pointerCommands: Record<string, Command> = {
  promote: {
    args: '<remote> <version>',
    does: 'makes a stored release live',
    flags: ['why', 'dry-run'],
    remote: true,
    async run({ store, flags }, [remote = '', name = '']) {
      const version = await resolveVersion(store, remote, name);
      const live = await promote(store, remote, {
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
      const live = await rollback(store, remote, {
        version: target,
        why: flags.why ?? 'rollback',
      });
      return answerMove(live, remote, flags);
    },
  },
  canary: {
    args: '<remote> <version>',
    does: 'starts a canary: serves a stored release to a share of the visitors; 0 ends it',
    flags: ['percent', 'replace', 'why', 'dry-run'],
    remote: true,
    async run({ store, flags }, [remote = '', name = '']) {
      const { percent, why = 'canary', replace = false } = flags;
      if (percent === undefined) throw new UsageError('a canary needs --percent');
      const version = await resolveVersion(store, remote, name);
      const live = await setCanary(store, remote, { version, percent, why, replace });
      const share = `to ${percent} % of the visitors`;
      const release = `${remote}@${version}`;
      return answerLive(
        live,
        remote,
        describeEffect(flags, `${release} goes ${share}`, `${release} would go ${share}`),
      );
    },
  },
  lock: {
    args: '<remote>',
    does: 'locks a remote: no release of it goes live until unlock',
    flags: ['why', 'dry-run'],
    remote: true,
    async run({ store, flags }, [remote = '']) {
      if (!flags.why)
        throw new UsageError('a lock needs --why, so that your team knows the reason');
      const live = await lock(store, remote, { why: flags.why, who: whoAmI(store) });
      const done = `${remote} is locked: ${flags.why}`;
      const would = `${remote} would be locked: ${flags.why}`;
      return answerLive(live, remote, describeEffect(flags, done, would));
    },
  },
  unlock: {
    args: '<remote>',
    does: 'ends a lock; a quarantine stays',
    flags: ['why', 'dry-run'],
    remote: true,
    async run({ store, flags }, [remote = '']) {
      const live = await unlock(store, remote, { why: flags.why ?? 'unlock' });
      const pointer = live.remotes[remote];
      const quarantined = pointer && isQuarantined(pointer, pointer.version);
      const more = quarantined
        ? `; ${pointer.version} is in quarantine, ${servedVersion(pointer) ?? 'nothing'} is served`
        : '';
      const done = `${remote} is unlocked${more}`;
      return answerLive(
        live,
        remote,
        describeEffect(flags, done, `${remote} would be unlocked${more}`),
      );
    },
  },
  lift: {
    args: '<remote> <version>',
    does: 'lifts the quarantine of a failed release',
    flags: ['why', 'dry-run'],
    remote: true,
    async run({ store, flags }, [remote = '', name = '']) {
      if (!flags.why)
        throw new UsageError('lift needs --why: the reason why the release works now');
      const version = await resolveVersion(store, remote, name);
      const live = await lift(store, remote, { version, why: flags.why });
      const release = `${remote}@${version}`;
      const done = `${release} may be served again`;
      return answerLive(
        live,
        remote,
        describeEffect(flags, done, `${release} could be served again`),
      );
    },
  },
  retire: {
    args: '<remote>',
    does: 'removes a remote from the site; its releases stay in the store',
    flags: ['why', 'dry-run'],
    remote: true,
    async run({ store, flags }, [remote = '']) {
      if (!flags.why) throw new UsageError('retire needs --why');
      const { revision } = await retire(store, remote, { why: flags.why });
      const text = describeEffect(flags, `${remote} is retired`, `${remote} would be retired`);
      return { data: { revision, remote, retired: true }, text };
    },
  },
};
