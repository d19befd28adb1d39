import { formatBytes } from '@carry/contracts/format';
import { table } from '../command-line/output';
import { collectGarbage } from '../maintenance/collect';
import { examine } from '../maintenance/doctor';
import { examineRemote } from '../maintenance/examine-remote';
import type { Answer, Command, CommandContext } from './command';

async function doctor(context: CommandContext, [remote]: string[]): Promise<Answer> {
  const { store, trust, key, flags, paint } = context;
  const findings = remote
    ? await examineRemote(context, remote)
    : await examine(store, Date.now(), trust);
  const failed = findings.some(({ level }) => level === 'error');
  const signer = key && (key.holder ?? `key ${key.id}`);
  return {
    data: flags.ci ? { ok: !failed, store: store.name, signer, findings } : findings,
    failed,
    text:
      findings
        .map(({ level, what }) => `${paint(level === 'error' ? 'red' : 'yellow', level)}: ${what}`)
        .join('\n') ||
      (remote ? `${remote} can be published` : 'all files and pointers are intact'),
  };
}

async function gc({ store, flags, paint }: CommandContext): Promise<Answer> {
  const dry = flags['dry-run'] ?? false;
  const collected = await collectGarbage(store, flags.keep ?? 10, { dry });
  const done = dry ? 'would remove' : 'removed';
  const { removed, channels, litter } = collected;
  const counts = [
    `${removed.length} releases`,
    `${collected.files} files`,
    formatBytes(collected.bytes),
    ...(channels.length > 0 ? [`${channels.length} ended channels`] : []),
    ...(litter.length > 0 ? [`${litter.length} stale files`] : []),
  ];
  const text = [
    ...table(
      collected.retained.map(({ release, why }) => [
        paint('dim', 'keeps'),
        release,
        paint('dim', why),
      ]),
    ),
    ...[...removed, ...channels.map((channel) => `the channel ${channel}`), ...litter].map(
      (what) => `${done} ${what}`,
    ),
    `${done} ${counts.join(', ')}`,
  ];
  return { data: collected, text: text.join('\n') };
}

export const maintenanceCommands: Record<string, Command> = {
  doctor: {
    args: '[remote]',
    does: 'verifies all files and hashes of served releases, the audit log and the bucket; with a remote, that this key or pipeline may publish it',
    flags: ['ci'],
    run: doctor,
  },
  gc: {
    does: 'removes old releases that no pointer and no recent page needs; prints why it keeps the others',
    flags: ['keep', 'dry-run'],
    run: gc,
  },
};
