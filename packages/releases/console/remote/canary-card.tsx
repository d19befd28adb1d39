import {
  describeProgress,
  type ReadEntry,
  type RemoteDetails,
  type SiteHealth,
} from '@carry/contracts/console';
import { Banner, Button, Card } from '@carry/ui';
import { useAsk } from '../change/change-area';
import { Author } from '../parts/author';
import { Version } from '../parts/version';
import styles from './canary-card.module.css';
import {
  askAboutRollout,
  askCanary,
  askEndCanary,
  askNextStep,
  askRollout,
  describeRollout,
} from './questions';

interface CanaryCardProps {
  remote: RemoteDetails;
  mayChange: boolean;
  health: SiteHealth | null;
}

export function CanaryCard({ remote, mayChange, health }: CanaryCardProps) {
  const { canary } = remote;
  const progress = health && !remote.finished && describeProgress(health, remote.name, canary);
  if (!canary || canary.percent === 0) return null;
  const { version, percent, rollout } = canary;
  return (
    <Card className={styles.card}>
      <h2 className={styles.title}>
        {rollout ? 'Rollout' : 'Canary'} of <Version version={version} />
      </h2>
      <p className={styles.share}>
        <progress value={percent} max={100} aria-label="Share of the visitors" /> {percent} % of the
        visitors
      </p>
      {rollout && <p>{describeRollout(remote)}</p>}
      {rollout?.paused && <Pause entries={remote.changes} />}
      {progress && <p>So far: {progress}.</p>}
      {percent === 100 && (
        <p>
          All visitors have it, so there's no live release to compare with: sites judge its
          failures, not its speed.
        </p>
      )}
      {remote.hold !== null && (
        <Banner tone="offer" className={styles.hold}>
          Held until you decide: {remote.hold}. Pause and resume it to compare again, or{' '}
          {rollout?.steps[rollout.step + 1] ? 'raise it' : 'make it live'}.
        </Banner>
      )}
      {mayChange && (rollout || percent === 100) && (
        <p>
          No other release can go live until you make it live or {rollout ? 'abort' : 'end'} it.
        </p>
      )}
      {mayChange && <Controls remote={remote} />}
    </Card>
  );
}

/** `entries`: newest first. */
function Pause({ entries }: { entries: ReadEntry[] }) {
  const pause = entries.find(({ action }) => action === 'rollout-pause');
  if (!pause) return null;
  return (
    <p>
      Paused by <Author {...pause} />
      {pause.why && `: ${pause.why}`}
    </p>
  );
}

function Controls({ remote }: { remote: RemoteDetails }) {
  const ask = useAsk();
  const { version = '', percent = 0, rollout } = remote.canary ?? {};
  const about = { remote, release: { version } };
  if (!rollout)
    return (
      <div className={styles.buttons}>
        <Button variant="quiet" onClick={() => ask(askCanary(about))}>
          Change share
        </Button>
        {percent < 100 && (
          <Button variant="quiet" onClick={() => ask(askRollout(about))}>
            Turn into a rollout
          </Button>
        )}
        <Button variant="danger" onClick={() => ask(askEndCanary(remote, version))}>
          End the canary
        </Button>
      </div>
    );
  const { paused, steps, step } = rollout;
  const next = steps[step + 1];
  return (
    <div className={styles.buttons}>
      <Button
        variant="quiet"
        onClick={() => ask(askAboutRollout(remote, version, paused ? 'resume' : 'pause'))}
      >
        {paused ? 'Resume' : 'Pause'}
      </Button>
      {!paused && !remote.freeze && next && (
        <Button
          variant="quiet"
          onClick={() =>
            ask(askNextStep(remote, { version, step, from: percent, to: next.percent }))
          }
        >
          Next step
        </Button>
      )}
      <Button variant="danger" onClick={() => ask(askAboutRollout(remote, version, 'abort'))}>
        Abort
      </Button>
    </div>
  );
}
