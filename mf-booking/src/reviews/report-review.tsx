import { useAction, useShell } from '@carry/remote-kit';
import type { Review } from '@carry/remote-kit/api';
import { Button } from '@carry/ui';
import { useState } from 'react';
import { useStore } from 'zustand';
import { reportReview } from './api';

/** Report button for members. A server without `verified` has no report call. */
export function ReportReview({ review: { id, verified } }: { review: Review }) {
  const { api, auth, notify } = useShell();
  const signedIn = useStore(auth.store, ({ status }) => status === 'signed-in');
  const [reported, setReported] = useState(false);
  const { run, busy } = useAction(async (id: number | string) => {
    await reportReview(api, id).then(
      () => setReported(true),
      () => notify.alert("We couldn't report the review. Please try again."),
    );
  });
  if (!signedIn || id === undefined || verified === undefined) return null;
  if (reported) return <p role="status">Thanks for reporting. We'll take a look.</p>;
  const report = async () => {
    if (await notify.confirm('Report this review?')) await run(id);
  };
  return (
    <Button variant="quiet" small busy={busy} busyLabel="Reporting..." onClick={report}>
      Report
    </Button>
  );
}
