import { describeSettings } from '@carry/contracts/console';
import type { AuditEntry, ReadEntry } from '@carry/contracts/release';
import { oneLine } from '../command-line/output';

interface EventKind {
  type: string;
  /** Sentence without author and reason. */
  sentence(entry: AuditEntry): string;
}

const isLive = ({ remote, from, to }: AuditEntry) =>
  `${remote} ${to} is live${from ? `, replacing ${from}` : ''}`;
const paths = ({ paths: some }: AuditEntry) => some?.join(', ') ?? '';
const settings = ({ settings: some }: AuditEntry) =>
  some?.length ? `: ${oneLine(describeSettings(some))}` : '';

const getPlace = (note: AuditEntry['note']) =>
  oneLine(note?.excerpt ? `“${note.excerpt}” of ${note.page}` : (note?.page ?? ''));

const kinds: Record<AuditEntry['action'], EventKind> = {
  publish: { type: 'carry.release.published', sentence: isLive },
  promote: { type: 'carry.release.promoted', sentence: isLive },
  rollback: {
    type: 'carry.release.rolled-back',
    sentence: ({ remote, from, to }) => `${remote} was rolled back from ${from} to ${to}`,
  },
  'rolled-back': {
    type: 'carry.release.rolled-back',
    sentence: ({ remote, from, to }) =>
      `${remote} ${from} failed: it is in quarantine, and ${to} is live again`,
  },
  canary: {
    type: 'carry.canary.changed',
    sentence: ({ remote, to, percent }) =>
      percent && to
        ? `${remote} ${to} is a canary for ${percent} % of the visitors`
        : `the canary of ${remote} ended`,
  },
  'canary-aborted': {
    type: 'carry.canary.aborted',
    sentence: ({ remote, to }) => `the canary ${remote} ${to} failed and was stopped`,
  },
  rollout: {
    type: 'carry.rollout.started',
    sentence: ({ remote, to, percent }) =>
      `the rollout of ${remote} ${to} started at ${percent} % of the visitors`,
  },
  'rollout-step': {
    type: 'carry.rollout.advanced',
    sentence: ({ remote, to, percent }) => `the rollout of ${remote} ${to} reached ${percent} %`,
  },
  'rollout-pause': {
    type: 'carry.rollout.paused',
    sentence: ({ remote, to, percent }) =>
      `the rollout of ${remote} ${to} is paused at ${percent} %`,
  },
  'rollout-resume': {
    type: 'carry.rollout.resumed',
    sentence: ({ remote, to, percent }) =>
      `the rollout of ${remote} ${to} goes on from ${percent} %`,
  },
  'rollout-abort': {
    type: 'carry.rollout.aborted',
    sentence: ({ remote, to }) => `the rollout of ${remote} ${to} was aborted`,
  },
  'rollout-hold': {
    type: 'carry.rollout.held',
    sentence: ({ remote, to, percent }) =>
      `the rollout of ${remote} ${to} is held at ${percent} % and waits for its team`,
  },
  'rollout-waiting': {
    type: 'carry.rollout.waiting',
    sentence: ({ remote, to, percent }) =>
      `the rollout of ${remote} ${to} waits for approval at ${percent} %`,
  },
  'rollout-finished': {
    type: 'carry.rollout.finished',
    sentence: ({ remote, to }) =>
      `the rollout of ${remote} ${to} is finished; promote it to make it live`,
  },
  quarantine: {
    type: 'carry.release.quarantined',
    sentence: ({ remote, to }) => `${remote} ${to} failed and is in quarantine`,
  },
  lift: {
    type: 'carry.release.quarantine-lifted',
    sentence: ({ remote, to }) => `the quarantine of ${remote} ${to} was lifted`,
  },
  lock: { type: 'carry.remote.locked', sentence: ({ remote }) => `${remote} is locked` },
  unlock: { type: 'carry.remote.unlocked', sentence: ({ remote }) => `${remote} is unlocked` },
  flag: {
    type: 'carry.flag.changed',
    sentence: ({ remote, flag, percent }) =>
      percent === undefined
        ? `the flag ${flag} of ${remote} is back at its default`
        : `the flag ${flag} of ${remote} is on for ${percent} % of the visitors`,
  },
  retire: {
    type: 'carry.remote.retired',
    sentence: ({ remote }) => `${remote} was taken off the site`,
  },
  preview: {
    type: 'carry.preview.created',
    sentence: ({ remote, from, to, channel }) =>
      from === to
        ? `the expiry of the preview ${channel} of ${remote} changed`
        : `${remote} ${to} has a preview in ${channel}`,
  },
  'preview-end': {
    type: 'carry.preview.ended',
    sentence: ({ remote, channel }) => `the preview ${channel} of ${remote} ended`,
  },
  'preview-note': {
    type: 'carry.preview.noted',
    sentence: ({ remote, channel, note }) =>
      `a reviewer left a note on ${getPlace(note)} in the preview ${channel} of ${remote}`,
  },
  own: {
    type: 'carry.owner.changed',
    sentence: (entry) =>
      paths(entry)
        ? `${entry.remote} owns ${paths(entry)}${settings(entry)}`
        : `the settings of the owner of ${entry.remote} changed${settings(entry)}`,
  },
  disown: {
    type: 'carry.owner.changed',
    sentence: (entry) =>
      `${entry.remote} no longer owns ${paths(entry) || 'any path'}${settings(entry)}`,
  },
  'rotate-key': {
    type: 'carry.key.changed',
    sentence: (entry) => `the keys of ${entry.remote} changed${settings(entry)}`,
  },
  countersign: {
    type: 'carry.key.changed',
    sentence: (entry) => `the keys of the release servers changed${settings(entry)}`,
  },
  'site-keys': {
    type: 'carry.key.changed',
    sentence: (entry) => `the keys of the sites changed${settings(entry)}`,
  },
  sign: {
    type: 'carry.release.signed',
    sentence: ({ remote, to }) => `${remote}${to ? ` ${to}` : ''} was signed again`,
  },
  product: {
    type: 'carry.site.changed',
    sentence: (entry) => `the definition of the site changed${settings(entry)}`,
  },
  serve: { type: 'carry.site.changed', sentence: () => 'the shell of the site was released' },
};

/** Describes actions of newer versions, which their release servers queue. */
const getKind = ({ action }: AuditEntry): EventKind =>
  (kinds as Partial<typeof kinds>)[action] ?? {
    type: `carry.change.${action}`,
    sentence: ({ remote }) => `${remote} has a change that this version does not know (${action})`,
  };

export const eventType = (entry: AuditEntry): string => getKind(entry).type;

export function describeEvent(entry: ReadEntry): string {
  const why = oneLine(entry.why).trim();
  const mark = entry.unsigned ? ', not signed' : entry.unverified ? ', unverified' : '';
  const author = `${oneLine(entry.who)}${mark}`;
  const sentence = getKind(entry).sentence(entry);
  return `${sentence} (${author}${why ? `: ${why}` : ''})`;
}
