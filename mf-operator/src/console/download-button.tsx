import { saveFile, useAction } from '@carry/remote-kit';
import { Button } from '@carry/ui';
import type { ReactNode } from 'react';
import { useRefusalAlert } from './refusal';

interface Download {
  read(): Promise<Blob>;
  name: string;
  /** Title of the message after a failure. */
  problem?: string;
}

/** Saves a file. Shows a failure in a dialog; a locked console then asks for the code. */
export function useDownload({ read, name, problem }: Download) {
  const alertRefusal = useRefusalAlert(problem);
  return useAction(async () => {
    try {
      saveFile(await read(), name);
    } catch (failure) {
      await alertRefusal(failure);
    }
  });
}

interface DownloadButtonProps extends Required<Download> {
  children: ReactNode;
}

export function DownloadButton({ children, ...download }: DownloadButtonProps) {
  const { run, busy } = useDownload(download);
  return (
    <Button variant="quiet" busy={busy} busyLabel="Preparing..." onClick={() => void run()}>
      {children}
    </Button>
  );
}
