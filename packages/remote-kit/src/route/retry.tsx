import { Button } from '@carry/ui';
import { useRevalidator } from 'react-router-dom';

/** Reads the data of the page again, for where some of it could not be had. */
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
