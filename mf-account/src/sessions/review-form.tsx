import {
  Form,
  isApiError,
  readBodyText,
  textOf,
  useForm,
  useKeptText,
  useShell,
} from '@carry/remote-kit';
import type { MySession } from '@carry/remote-kit/api';
import {
  lengthProblem,
  MAX_COMMENT,
  MAX_NAME,
  MAX_RATING,
  MIN_RATING,
  trimText,
} from '@carry/remote-kit/limits';
import { Button, SelectField, TextareaField, TextField } from '@carry/ui';
import { createReview } from './api';
import styles from './sessions.module.css';

const RATINGS = Array.from({ length: MAX_RATING }, (_, index) => MIN_RATING + index);
const DEFAULT_RATING = MAX_RATING;

export interface ReviewFormProps {
  session: MySession;
  onDone(): void;
  onCancel(): void;
}

function findProblems(name: string, comment: string) {
  const longName = lengthProblem(name, MAX_NAME);
  const longComment = lengthProblem(comment, MAX_COMMENT);
  if (!longName && !longComment) return null;
  return { ...(longName && { name: longName }), ...(longComment && { comment: longComment }) };
}

export function ReviewForm({ session, onDone, onCancel }: ReviewFormProps) {
  const { api, notify } = useShell();
  const booking = session.id;
  const isOurApi = session.unread !== undefined; // other servers have limits of their own
  const forget = useKeptText(`review-${booking}`);
  const form = useForm<'rating' | 'name' | 'comment'>(`review-${booking}`, async (values) => {
    const [name, comment] = [textOf(values, 'name'), textOf(values, 'comment')];
    const errors = isOurApi && findProblems(name, comment);
    if (errors) return { errors };
    const review = {
      booking,
      reviewer_name: trimText(name) || 'Anonymous',
      rating: Number(textOf(values, 'rating')),
      comment,
    };
    const finish = () => {
      forget();
      onDone();
    };
    try {
      await createReview(api, review);
      notify.toast('Review submitted!');
      finish();
    } catch (error) {
      const detail = isApiError(error)
        ? error.detail || readBodyText(error, 'detail') || error.body
        : '';
      await notify.alert(`Error: ${detail || "We couldn't send your review."}`);
      if (isApiError(error) && error.status === 409) finish(); // sent before; the response was lost
    }
    return undefined;
  });

  return (
    <Form of={form} guarded onDiscard={forget} className={styles.review}>
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
        hint="Leave empty to stay anonymous."
        autoComplete="nickname"
      />
      <TextareaField {...form.field('comment')} label="Comment" />
      <div className={styles.actions}>
        <Button type="submit" busy={form.busy} busyLabel="Submitting...">
          Submit
        </Button>
        <Button
          variant="quiet"
          onClick={() => {
            forget();
            onCancel();
          }}
        >
          Cancel
        </Button>
      </div>
    </Form>
  );
}
