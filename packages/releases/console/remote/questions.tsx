import { describeCanary, type RemoteDetails, type TimelineRelease } from '@carry/contracts/console';
import { SelectField, TextField } from '@carry/ui';
import type { AskedChange } from '../change/change-dialog';
import { describeFreeze, formatPlural } from '../parts/format';

const SOON = 'Running sites update within two seconds.';

interface About {
  remote: RemoteDetails;
  release: TimelineRelease;
}
type AboutVersion = { remote: RemoteDetails; release: Pick<TimelineRelease, 'version'> };

const seen = ({ name, live }: RemoteDetails) => ({
  remote: name,
  expected: live?.version ?? null,
});

const seenWithCanary = (remote: RemoteDetails) => ({
  ...seen(remote),
  canary: describeCanary(remote.canary),
});

export const askPromote = ({ remote, release: { version } }: About): AskedChange => ({
  question: `Make ${remote.name} ${version} live?`,
  note: `All visitors get it instead of ${remote.live?.version ?? 'nothing'}. ${SOON}`,
  confirm: 'Make it live',
  build: (_, why) => ({ action: 'promote', ...seenWithCanary(remote), version, why }),
});

export const askRollback = ({ remote, release: { version, state } }: About): AskedChange => ({
  question:
    state === 'ahead'
      ? `Return to ${remote.name} ${version}?`
      : `Roll back to ${remote.name} ${version}?`,
  note: `All visitors get it instead of ${remote.live?.version ?? 'nothing'}. ${SOON}`,
  confirm: state === 'ahead' ? 'Return' : 'Roll back',
  build: (_, why) => ({ action: 'rollback', ...seen(remote), version, why }),
});

export const askLift = ({ remote, release: { version, quarantine } }: About): AskedChange => ({
  question: `Lift the quarantine of ${version}?`,
  note: `It failed: ${quarantine?.why ?? 'unknown'}. Say why it works now.`,
  confirm: 'Lift',
  needsReason: true,
  build: (_, why) => ({ action: 'lift', ...seen(remote), version, why }),
});

const parseNumber = (form: FormData, name: string) => Number(form.get(name));

export const askCanary = ({ remote, release: { version } }: AboutVersion): AskedChange => ({
  ...(remote.canary?.percent
    ? { question: `Change the share of ${version}?`, confirm: 'Change it' }
    : { question: `Serve ${version} to some visitors?`, confirm: 'Start' }),
  note: 'Sites compare it with the live release and end it if it does worse.',
  fields: (
    <TextField
      id="percent"
      name="percent"
      label="Share of the visitors in percent"
      type="number"
      min={1}
      max={100}
      defaultValue={String(remote.canary?.percent || 10)}
      required
    />
  ),
  build: (form, why) => ({
    action: 'canary',
    ...seenWithCanary(remote),
    version,
    percent: parseNumber(form, 'percent'),
    why,
  }),
});

export const askEndCanary = (remote: RemoteDetails, version: string): AskedChange => ({
  question: `End the canary ${version}?`,
  note: 'Its visitors get the live release.',
  confirm: 'End it',
  isDangerous: true,
  build: (_, why) => ({ action: 'canary', ...seen(remote), version, percent: 0, why }),
});

const parseSteps = (text: string) =>
  text
    .split(/[\s,]+/)
    .filter(Boolean)
    .map(Number);

function suggestSteps({ canary }: RemoteDetails): string {
  const share = canary?.percent ?? 0;
  const rising = [5, 25, 50, 100].filter((percent) => percent > share);
  return [...(share > 0 ? [share] : []), ...rising].join(', ');
}

export const askRollout = ({ remote, release: { version } }: AboutVersion): AskedChange => ({
  question: `Roll out ${version} step by step?`,
  note: 'Sites raise its share as long as it does no worse than the live release.',
  confirm: 'Start',
  fields: (
    <>
      <TextField
        id="steps"
        name="steps"
        label="Shares in percent"
        pattern="\d+([\s,]+\d+)*"
        title="Rising percentages such as 5, 25, 50, 100"
        defaultValue={suggestSteps(remote)}
        required
      />
      <TextField
        id="minutes"
        name="minutes"
        label="Minimum minutes per step"
        type="number"
        min={0}
        max={10_080}
        defaultValue="30"
        required
      />
      <TextField
        id="views"
        name="views"
        label="Minimum page views per step"
        type="number"
        min={0}
        max={1_000_000}
        hint="Empty: 2,000 in each step, 500 in the first of several and at 100 %."
      />
      <SelectField id="approve" name="approve" label="Later steps" defaultValue="">
        <option value="">Start automatically</option>
        <option value="yes">Wait for approval</option>
      </SelectField>
    </>
  ),
  build: (form, why) => ({
    action: 'rollout',
    ...seenWithCanary(remote),
    version,
    steps: parseSteps(String(form.get('steps'))),
    minutes: parseNumber(form, 'minutes'),
    ...(form.get('views') && { views: parseNumber(form, 'views') }),
    approve: form.get('approve') === 'yes',
    why,
  }),
});

type RolloutAction = 'pause' | 'resume' | 'abort';
type Texts = Pick<AskedChange, 'question' | 'note' | 'confirm'>;

const rolloutTexts: Record<RolloutAction, (version: string) => Texts> = {
  pause: (version) => ({
    question: `Pause the rollout of ${version}?`,
    note: 'It stays at its share until you resume it.',
    confirm: 'Pause',
  }),
  resume: (version) => ({
    question: `Resume the rollout of ${version}?`,
    note: 'Sites raise its share again as long as it does no worse.',
    confirm: 'Resume',
  }),
  abort: (version) => ({
    question: `Abort the rollout of ${version}?`,
    note: 'Its visitors get the live release.',
    confirm: 'Abort it',
  }),
};

export const askAboutRollout = (
  remote: RemoteDetails,
  version: string,
  action: RolloutAction,
): AskedChange => ({
  ...rolloutTexts[action](version),
  isDangerous: action === 'abort',
  needsReason: action === 'abort',
  build: (_, why) => ({ action, ...seen(remote), version, why }),
});

export const askNextStep = (
  remote: RemoteDetails,
  { version, step, from, to }: { version: string; step: number; from: number; to: number },
): AskedChange => ({
  question: `Raise ${version} from ${from} % to ${to} % of the visitors?`,
  note: 'It does not wait for the time and the page views of this step.',
  confirm: 'Raise it',
  build: (_, why) => ({ action: 'approve', ...seen(remote), version, step, why }),
});

export const askLock = (remote: RemoteDetails): AskedChange => ({
  question: `Lock ${remote.name}?`,
  note: 'No release of it goes live until the lock ends. Your team sees the reason.',
  confirm: 'Lock',
  needsReason: true,
  build: (_, why) => ({ action: 'lock', ...seen(remote), why }),
});

export const askUnlock = (
  remote: RemoteDetails,
  nameAuthor: (who: string, remote: string) => string,
): AskedChange => ({
  question: `Unlock ${remote.name}?`,
  note: remote.lock
    ? `${nameAuthor(remote.lock.who, remote.name)} locked it: ${remote.lock.why}`
    : 'It is not locked.',
  confirm: 'Unlock',
  build: (_, why) => ({ action: 'unlock', ...seen(remote), why }),
});

export function describeRollout({
  canary,
  hold,
  waits,
  finished,
  freeze,
}: Pick<RemoteDetails, 'canary' | 'hold' | 'waits' | 'finished' | 'freeze'>): string {
  const { rollout } = canary ?? {};
  if (!rollout) return '';
  const { steps, step, paused, approve } = rollout;
  const next = steps[step + 1];
  const { percent = 0, minutes = 0, views = 0 } = steps[step] ?? {};
  const needed = `${formatPlural(minutes, 'minute')} and ${formatPlural(views, 'page view')}`;
  const place = `Step ${step + 1} of ${steps.length}`;
  if (paused) return `${place}. Paused.`;
  if (hold !== null) return `${place}. Held.`;
  if (finished) return `${place}. All steps are done; make it live.`;
  if (!next) return `${place}. ${percent} % for at least ${needed}.`;
  if (freeze) return `${place}. Frozen ${describeFreeze(freeze)}.`;
  if (waits) return `${place}. Waiting for approval of ${next.percent} %.`;
  return `${place}. Next: ${next.percent} % after ${needed}${approve ? ', once approved' : ''}.`;
}
