import { Button } from '@carry/ui';
import { useRevalidator } from 'react-router-dom';
import { leaveButton } from '../browser/focus';

/** Reloads the page's data after a failure. The page's heading gets the focus, because a success removes the button. */
export function Retry({ label = 'Retry' }: { label?: string }) {
  const { revalidate, state } = useRevalidator();
  const retry = () => {
    void revalidate();
    leaveButton();
  };
  return (
    <Button variant="quiet" busy={state === 'loading'} busyLabel="Loading..." onClick={retry}>
      {label}
    </Button>
  );
}
