import { isApiError } from 'contracts/shell';
import { type FormEvent, useState } from 'react';
import { useShell } from 'remote-kit';
import { Button, SelectField, TextareaField, TextField } from 'shared-ui';
import { createReview } from './api';
import styles from './sessions.module.css';

const RATINGS = [1, 2, 3, 4, 5];
const DEFAULT_RATING = 5;

export interface ReviewFormProps {
  booking: number | string;
  onDone(): void;
  onCancel(): void;
}

export function ReviewForm({ booking, onDone, onCancel }: ReviewFormProps) {
  const { api, notify } = useShell();
  const [rating, setRating] = useState(DEFAULT_RATING);
  const [name, setName] = useState('');
  const [comment, setComment] = useState('');
  const [busy, setBusy] = useState(false);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    try {
      await createReview(api, { booking, reviewer_name: name, rating, comment });
      notify.toast('Review submitted!');
      onDone();
    } catch (error) {
      const detail = isApiError(error) ? error.detail || error.body : '';
      await notify.alert(`Error: ${detail || 'the review could not be sent'}`);
      setBusy(false);
    }
  };

  return (
    <form id={`review-${booking}`} onSubmit={submit} className={styles.review} noValidate>
      <SelectField label="Rating" value={rating} onChange={({ target }) => setRating(Number(target.value))}>
        {RATINGS.map((stars) => (
          <option key={stars} value={stars}>
            {stars} {stars === 1 ? 'Star' : 'Stars'}
          </option>
        ))}
      </SelectField>
      <TextField label="Display name" value={name} autoComplete="nickname" onChange={({ target }) => setName(target.value)} />
      <TextareaField label="Comment" value={comment} onChange={({ target }) => setComment(target.value)} />
      <div className={styles.actions}>
        <Button type="submit" busy={busy} busyLabel="Submitting...">
          Submit
        </Button>
        <Button variant="quiet" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
