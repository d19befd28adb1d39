import type { SelectedSlot } from 'contracts/api';
import { useEffect, useState } from 'react';
import { useShell } from 'remote-kit';

/** What was typed into a coach's booking form, kept until it is paid. */
export interface BookingDraft {
  coachName: string;
  serviceId: number | string | null;
  quantity: string;
  contact: string;
  details: string;
  slot: SelectedSlot | null;
}

const draftKey = (coachId: string) => `booking/${coachId}`;

/** The form's values as state that survives reloads; the stored ones come in after the first render, which matches the server's. */
export function useBookingDraft(coachId: string, initial: BookingDraft) {
  const { drafts } = useShell();
  const [values, setValues] = useState(initial);
  const [restored, setRestored] = useState(false);
  useEffect(() => {
    const stored = drafts.load<Partial<BookingDraft>>(draftKey(coachId));
    if (stored) setValues((values) => ({ ...values, ...stored, coachName: values.coachName }));
    setRestored(true);
  }, [drafts, coachId]);
  const change = (part: Partial<BookingDraft>) => {
    const next = { ...values, ...part };
    setValues(next);
    drafts.save(draftKey(coachId), next);
  };
  return { values, restored, change };
}
