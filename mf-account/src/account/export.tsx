import { isApiError, saveFile, useAction, useShell } from '@carry/remote-kit';
import { Button, Setting } from '@carry/ui';
import { exportData } from './api';

export function Export() {
  const { api, notify, site } = useShell();
  const download = useAction(async () => {
    try {
      saveFile(
        await exportData(api),
        `${site.name.toLowerCase().replace(/\W+/g, '-')}-my-data.json`,
      );
    } catch (error) {
      await notify.alert(
        'Failed to export your data',
        (isApiError(error) && error.detail) || undefined,
      );
    }
  });
  return (
    <Setting title="Your data" description="Everything we store about you, in one JSON file.">
      <Button
        variant="quiet"
        busy={download.busy}
        busyLabel="Preparing..."
        onClick={() => void download.run()}
      >
        Download my data
      </Button>
    </Setting>
  );
}
