import { useAction, useShell } from '@carry/remote-kit';
import type { Review } from '@carry/remote-kit/api';
import { Button } from '@carry/ui';
import { type ComponentType, useState } from 'react';
import { useStore } from 'zustand';
import type { ReportDialogProps } from './report-dialog';

const focus = (element: HTMLElement | null) => element?.focus();

/** Report button for members. A server without `verified` has no report call. */
export function ReportReview({ review: { id, verified } }: { review: Review }) {
  const { auth, notify } = useShell();
  const signedIn = useStore(auth.store, ({ status }) => status === 'signed-in');
  const [Dialog, setDialog] = useState<ComponentType<ReportDialogProps> | null>(null);
  const [reported, setReported] = useState(false);
  const { run, busy } = useAction(() =>
    // one chunk with the login and the time zones: each chunk costs every page of this remote 80 bytes
    import(/* webpackChunkName: "on-demand" */ './report-dialog').then(
      ({ ReportDialog }) => setDialog(() => ReportDialog),
      () => notify.alert("We couldn't open the report. Please try again."),
    ),
  );
  if (!signedIn || id === undefined || verified === undefined) return null;
  if (reported)
    return (
      <p ref={focus} role="status" tabIndex={-1}>
        Thanks for reporting. We'll take a look.
      </p>
    );
  return (
    <>
      <Button variant="quiet" small busy={busy} busyLabel="Opening..." onClick={() => void run()}>
        Report
      </Button>
      {Dialog && (
        <Dialog id={id} onReported={() => setReported(true)} onClose={() => setDialog(null)} />
      )}
    </>
  );
}
