import { Button } from '@carry/ui';
import { useRevalidator } from 'react-router-dom';

/** Reloads the page's data after a failure. */
export function Retry({ label = 'Retry' }: { label?: string }) {
  const { revalidate, state } = useRevalidator();
  return (
    <Button
      variant="quiet"
      busy={state === 'loading'}
      busyLabel="Loading..."
      onClick={() => void revalidate()}
    >
      {label}
    </Button>
  );
}
