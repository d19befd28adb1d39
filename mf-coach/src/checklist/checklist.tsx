import { leaveButton, useAction, useShell } from '@carry/remote-kit';
import type { Checklist as ChecklistData } from '@carry/remote-kit/own-answers';
import { paths } from '@carry/remote-kit/paths';
import { Button, Card, check, circle, Icon } from '@carry/ui';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { hideChecklist } from './api';
import styles from './checklist.module.css';

const steps: Record<string, { title: string; to: string }> = {
  portrait: { title: 'Upload your portrait', to: paths.coachProfile },
  name: { title: 'Choose the name students see', to: paths.coachProfile },
  games: { title: 'Choose your games', to: paths.coachProfile },
  hours: { title: 'Set your weekly hours', to: paths.coachAvailability },
  price: { title: 'Add a service with a price', to: paths.coachProfile },
  payouts: { title: 'Set up payouts', to: paths.coachEarnings },
};

/** First steps of a new coach. Disappears when all are done or the coach hides it. */
export function Checklist({ data }: { data: ChecklistData }) {
  const { api } = useShell();
  const [isHidden, setHidden] = useState(data.hidden);
  const hide = useAction(async () => {
    leaveButton();
    setHidden(true);
    await hideChecklist(api).catch(() => setHidden(false));
  });
  const shownSteps = data.steps.flatMap(({ step, done }) => {
    const words = steps[step];
    return words ? [{ ...words, step, done }] : [];
  });
  const openCount = shownSteps.filter(({ done }) => !done).length;
  if (isHidden || openCount === 0) return null;
  return (
    <Card role="region" aria-labelledby="first-steps" className={styles.checklist}>
      <div className={styles.top}>
        <h2 id="first-steps">First steps</h2>
        <p>
          {shownSteps.length - openCount} of {shownSteps.length} done
        </p>
      </div>
      <ul>
        {shownSteps.map(({ step, title, to, done }) => (
          <li key={step} data-done={done || undefined}>
            <Icon path={done ? check : circle} />
            {done ? (
              <span>
                {title} <span className={styles.done}>Done</span>
              </span>
            ) : (
              <Link to={to}>{title}</Link>
            )}
          </li>
        ))}
      </ul>
      <Button variant="quiet" small onClick={() => void hide.run()}>
        Hide these steps
      </Button>
    </Card>
  );
}

export const PublicPage = ({ path }: { path: string }) => (
  <p className={styles.page}>
    <Link to={path}>View your public page</Link>
  </p>
);
