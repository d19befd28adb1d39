import { useEffect, useEffectEvent, useState } from 'react';
import { useShell } from '../route/remote';

/** Returns the form that `load` imports, or null until it is loaded. After a failure, calls `onCancel` and shows an alert. */
export function useTimesForm<Form>(load: () => Promise<Form>, onCancel: () => void): Form | null {
  const { notify } = useShell();
  const [form, setForm] = useState<Form | null>(null);
  const start = useEffectEvent(() => {
    load().then(
      (loaded) => setForm(() => loaded),
      () => {
        onCancel();
        void notify.alert("We couldn't load the times.", 'Please try again.');
      },
    );
  });
  useEffect(() => start(), []);
  return form;
}
