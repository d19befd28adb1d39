import { Form, isApiError, textOf, useForm, useShell } from '@carry/remote-kit';
import { Button, SelectField, TextareaField, TextField } from '@carry/ui';
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
  const form = useForm<'rating' | 'name' | 'comment'>(`review-${booking}`, async (values) => {
    const review = {
      booking,
      reviewer_name: textOf(values, 'name'),
      rating: Number(textOf(values, 'rating')),
      comment: textOf(values, 'comment'),
    };
    try {
      await createReview(api, review);
      notify.toast('Review submitted!');
      onDone();
    } catch (error) {
      const detail = isApiError(error) ? error.detail || error.body : '';
      await notify.alert(`Error: ${detail || 'the review could not be sent'}`);
    }
    return undefined;
  });

  return (
    <Form of={form} className={styles.review}>
      <SelectField {...form.field('rating')} label="Rating" defaultValue={DEFAULT_RATING}>
        {RATINGS.map((stars) => (
          <option key={stars} value={stars}>
            {stars} {stars === 1 ? 'Star' : 'Stars'}
          </option>
        ))}
      </SelectField>
      <TextField {...form.field('name')} label="Display name" autoComplete="nickname" />
      <TextareaField {...form.field('comment')} label="Comment" />
      <div className={styles.actions}>
        <Button type="submit" busy={form.busy} busyLabel="Submitting...">
          Submit
        </Button>
        <Button variant="quiet" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </Form>
  );
}
