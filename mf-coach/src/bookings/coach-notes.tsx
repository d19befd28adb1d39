import type { CoachBooking } from 'contracts/api';
import { useEffect, useState } from 'react';
import { serverNow, useShell } from 'remote-kit';
import { Button, TextareaField } from 'shared-ui';
import { saveNotes } from './api';

const clock = () => new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });

/** The coach's notes; what is typed survives a reload and a failed save. */
export function CoachNotes({ booking }: { booking: CoachBooking }) {
  const shell = useShell();
  const { api, notify, drafts } = shell;
  const key = `notes/${booking.id}`;
  const [saved, setSaved] = useState({ notes: booking.notes ?? '', at: null as number | null });
  const [notes, setNotes] = useState(() => drafts.load<string>(key) ?? saved.notes);
  const [busy, setBusy] = useState(false);
  const dirty = notes !== saved.notes;

  useEffect(() => {
    if (!dirty) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [dirty]);

  const save = async () => {
    setBusy(true);
    try {
      await saveNotes(api, booking.id, notes);
      drafts.clear(key);
      setSaved({ notes, at: serverNow(shell) });
      notify.toast('Notes updated');
    } catch {
      await notify.alert('Failed to update notes');
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <TextareaField
        label="Coach Notes"
        value={notes}
        onChange={({ target }) => {
          setNotes(target.value);
          drafts.save(key, target.value);
        }}
      />
      <Button busy={busy} busyLabel="Saving..." onClick={save}>
        Save Notes
      </Button>{' '}
      <span role="status">{!dirty && saved.at !== null && `Saved ${clock().format(saved.at)}`}</span>
    </>
  );
}
