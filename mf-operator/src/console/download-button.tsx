import { isApiError, saveFile, useAction, useShell } from '@carry/remote-kit';
import { Button } from '@carry/ui';
import type { ReactNode } from 'react';

interface DownloadButtonProps {
  read(): Promise<Blob>;
  name: string;
  /** Title of the message after a failure. */
  problem: string;
  children: ReactNode;
}

export function DownloadButton({ read, name, problem, children }: DownloadButtonProps) {
  const { notify } = useShell();
  const { run, busy } = useAction(async () => {
    try {
      saveFile(await read(), name);
    } catch (error) {
      await notify.alert(problem, (isApiError(error) && error.detail) || 'Please try again.');
    }
  });
  return (
    <Button variant="quiet" busy={busy} busyLabel="Preparing..." onClick={() => void run()}>
      {children}
    </Button>
  );
}
