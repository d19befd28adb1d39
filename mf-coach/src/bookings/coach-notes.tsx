import { Form, isApiError, useForm, useShell } from '@carry/remote-kit';
import type { CoachBooking } from '@carry/remote-kit/api';
import { formatClock } from '@carry/remote-kit/format';
import { MAX_NOTES, tooLong } from '@carry/remote-kit/limits';
import { Banner, Button, TextareaField } from '@carry/ui';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { saveNotes } from './api';
import styles from './bookings.module.css';

export interface CoachNotesProps {
  booking: CoachBooking;
  onSaved(notes: string): void;
}

/** Keeps the draft after a reload and a failed save. A save fails if another tab has changed the notes since. */
export function CoachNotes({ booking, onSaved }: CoachNotesProps) {
  const shell = useShell();
  const { api, notify } = shell;
  const draft = useNotesDraft(booking);
  const { saved, setSaved, notes, latest, dirty, isOutdated, write, type, keep, drop } = draft;
  const form = useForm<'notes'>('coach-notes', async () => {
    const isOurApi = booking.unread !== undefined; // other servers have limits of their own
    if (isOurApi && notes.length > MAX_NOTES) return { errors: { notes: tooLong(MAX_NOTES) } };
    try {
      const seen = isOurApi ? { seen: saved.notes } : {};
      await saveNotes(api, booking.id, { notes, ...seen });
      drop();
      if (latest.current !== notes) keep(latest.current, notes); // typed since
      setSaved({ notes, at: shell.now() });
      onSaved(notes);
      notify.toast('Notes updated');
    } catch (error) {
      keep(latest.current, saved.notes); // another tab may have cleared the draft
      await notify.alert(
        'Failed to update notes',
        (isApiError(error) && error.detail) || undefined,
      );
    }
    return undefined;
  });
  return (
    <Form of={form} editableWhileBusy>
      {isOutdated && (
        <Banner tone="info">
          <p>These notes have changed since you started typing. The saved notes are:</p>
          <p className={styles.details} dir="auto">
            {saved.notes || '(empty)'}
          </p>
          <Button
            variant="quiet"
            onClick={() => {
              document.getElementById(form.field('notes').id)?.focus(); // this button disappears
              drop();
              write(saved.notes);
            }}
          >
            Use the saved notes
          </Button>
        </Banner>
      )}
      <TextareaField
        {...form.field('notes')}
        label="Coach Notes"
        value={notes}
        onChange={({ target }) => type(target.value)}
      />
      <Button type="submit" busy={form.busy} busyLabel="Saving...">
        Save Notes
      </Button>{' '}
      <span role="status">
        {dirty ? 'Not saved yet.' : saved.at !== null && `Saved ${formatClock(saved.at)}`}
      </span>
    </Form>
  );
}

/** The notes as typed and as saved, and whether the saved ones have changed since the draft was begun. */
function useNotesDraft(booking: CoachBooking) {
  const { drafts } = useShell();
  const key = `notes/${booking.id}`;
  const seenKey = `${key}/seen`;
  const [saved, setSaved] = useState({ notes: booking.notes ?? '', at: null as number | null });
  const [notes, setNotes] = useState(() => drafts.load<string>(key) ?? saved.notes);
  const [isOutdated, setOutdated] = useState(
    () => notes !== saved.notes && (drafts.load<string>(seenKey) ?? saved.notes) !== saved.notes,
  );
  const latest = useRef(notes);
  const dirty = notes !== saved.notes;

  useEffect(() => {
    if (!dirty) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [dirty]);

  const write = (next: string) => {
    latest.current = next;
    setNotes(next);
  };
  const keep = (draft: string, seen: string) => {
    drafts.save(key, draft);
    drafts.save(seenKey, seen);
  };
  const drop = () => {
    setOutdated(false);
    if (drafts.load(key) !== latest.current) return; // another tab's
    drafts.clear(key);
    drafts.clear(seenKey);
  };
  const type = (next: string) => {
    if (next === saved.notes) drop();
    else if (isOutdated) drafts.save(key, next);
    else keep(next, saved.notes);
    write(next);
  };
  const adopt = useEffectEvent((stored: string) => {
    if (stored.trim() === saved.notes.trim()) return; // other servers may trim
    setSaved({ notes: stored, at: null });
    if (dirty && stored !== latest.current) {
      keep(latest.current, saved.notes); // the other tab has cleared the draft
      setOutdated(true);
      return;
    }
    drop();
    write(stored);
  });
  useEffect(() => {
    if (booking.notes !== undefined) adopt(booking.notes ?? '');
  }, [booking.notes]); // read again
  return { saved, setSaved, notes, latest, dirty, isOutdated, write, type, keep, drop };
}
