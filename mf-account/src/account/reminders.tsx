import { isApiError, useAction, useShell } from '@carry/remote-kit';
import { Button, Setting } from '@carry/ui';
import { useState } from 'react';
import { setReminders } from './api';

export function Reminders({ enabled: initial }: { enabled: boolean }) {
  const { api, notify } = useShell();
  const [enabled, setEnabled] = useState(initial);
  const change = useAction(async () => {
    try {
      setEnabled((await setReminders(api, !enabled)).wanted);
    } catch (error) {
      await notify.alert('Failed to save', (isApiError(error) && error.detail) || undefined);
    }
  });
  return (
    <Setting title="Reminders" description="An email a day and an hour before each session.">
      <p role="status">{enabled ? "We'll remind you." : "We won't remind you."}</p>
      <Button
        variant="quiet"
        busy={change.busy}
        busyLabel="Saving..."
        onClick={() => void change.run()}
      >
        {enabled ? 'Stop reminders' : 'Send me reminders'}
      </Button>
    </Setting>
  );
}
