import { Form, isApiError, readBodyText, textOf, useForm, useShell } from '@carry/remote-kit';
import { MAX_COMMENT, MAX_NAME, MAX_RATING, MIN_RATING } from '@carry/remote-kit/limits';
import { Button, SelectField, TextareaField, TextField } from '@carry/ui';
import { createReview } from './api';
import styles from './sessions.module.css';

const RATINGS = Array.from({ length: MAX_RATING }, (_, index) => MIN_RATING + index);
const DEFAULT_RATING = MAX_RATING;

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
      const detail = isApiError(error)
        ? error.detail || readBodyText(error, 'detail') || error.body
        : '';
      await notify.alert(`Error: ${detail || "We couldn't send your review."}`);
    }
    return undefined;
  });

  return (
    <Form of={form} guarded className={styles.review}>
      <SelectField {...form.field('rating')} label="Rating" defaultValue={DEFAULT_RATING}>
        {RATINGS.map((stars) => (
          <option key={stars} value={stars}>
            {stars} {stars === 1 ? 'Star' : 'Stars'}
          </option>
        ))}
      </SelectField>
      <TextField
        {...form.field('name')}
        label="Display name"
        maxLength={MAX_NAME}
        autoComplete="nickname"
      />
      <TextareaField {...form.field('comment')} label="Comment" maxLength={MAX_COMMENT} />
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
