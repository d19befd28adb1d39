import { type AuditEntry, describeSettings } from '@carry/contracts/console';
import { formatTime } from './format';

const verbs: Record<AuditEntry['action'], string> = {
  publish: 'published',
  promote: 'promoted',
  rollback: 'rolled back to',
  canary: 'set the canary',
  'canary-aborted': 'aborted the canary automatically',
  rollout: 'started a rollout',
  'rollout-step': 'raised the rollout',
  'rollout-pause': 'paused the rollout',
  'rollout-resume': 'resumed the rollout',
  'rollout-abort': 'aborted the rollout',
  'rollout-hold': 'held the rollout for a decision',
  'rollout-waiting': 'asked to approve the next step of the rollout',
  'rollout-finished': 'finished the rollout',
  'rolled-back': 'rolled back automatically to',
  quarantine: 'quarantined',
  lift: 'lifted a quarantine',
  lock: 'locked',
  unlock: 'unlocked',
  flag: 'set the flag',
  preview: 'opened the preview',
  'preview-end': 'ended the preview',
  'preview-note': 'left a note on the preview',
  retire: 'retired',
  own: 'added paths',
  disown: 'removed paths',
  'rotate-key': 'changed keys',
  countersign: 'set countersigners',
  'site-keys': 'set site keys',
  sign: 'signed again',
  product: 'changed the site',
  serve: 'released a shell',
};

export const auditActions = Object.keys(verbs) as AuditEntry['action'][];

type DescribedEntry = Pick<AuditEntry, 'action'> &
  Partial<Pick<AuditEntry, 'from' | 'to' | 'percent' | 'channel' | 'flag' | 'paths' | 'settings'>>;

function getVerb({ action, from, to, paths }: DescribedEntry): string {
  if (action === 'own' && paths?.length === 0) return 'changed settings';
  const isExtended = action === 'preview' && to !== undefined && from === to;
  return isExtended ? 'changed the expiry of the preview' : verbs[action];
}

export function describeAction(entry: DescribedEntry): string {
  const { percent, channel, flag, paths, settings } = entry;
  const share = percent === undefined ? '' : ` (${percent} %)`;
  const words = [`${getVerb(entry)}${share}`, channel, flag, ...(paths ?? [])]
    .filter(Boolean)
    .join(' ');
  return settings?.length ? `${words}: ${describeSettings(settings, formatTime)}` : words;
}
