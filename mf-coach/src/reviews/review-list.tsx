import {
  Form,
  hasKeptText,
  isApiError,
  LoadMore,
  type Page,
  textOf,
  useForm,
  useInPlaceForm,
  useKeptText,
  usePages,
  useShell,
} from '@carry/remote-kit';
import type { Review } from '@carry/remote-kit/answers';
import { lengthProblem, MAX_REPLY, trimText } from '@carry/remote-kit/limits';
import { Button, Card, Stars, TextareaField } from '@carry/ui';
import { useRef, useState } from 'react';
import { Note } from '../own/parts';
import { replyTo } from './api';
import styles from './reviews.module.css';

export function ReviewList({ data: first }: { data: Page<Review> }) {
  const pages = usePages(first);
  const list = useRef<HTMLUListElement>(null);
  if (pages.rows.length === 0)
    return <p>No reviews yet. Students can leave one once you mark their session as completed.</p>;
  return (
    <>
      <Note>Your replies appear below each review. Everyone can read them.</Note>
      <ul ref={list} className={styles.list}>
        {pages.rows.map((review, index) => (
          <li key={review.id ?? index}>
            <ReviewCard review={review} />
          </li>
        ))}
      </ul>
      <div className={styles.more}>
        <LoadMore pages={pages} list={list} noun="reviews" />
      </div>
    </>
  );
}

function ReviewCard({
  review: { id, reviewer_name, rating, comment, reply: stored },
}: {
  review: Review;
}) {
  const [reply, setReply] = useState(stored ?? '');
  const { drafts } = useShell();
  const { isOpen, area, open, close } = useInPlaceForm(hasKeptText(drafts, `reply-${id}`));
  const name = reviewer_name || 'Anonymous';
  return (
    <Card>
      <p className={styles.who}>
        <strong dir="auto">{name}</strong> <Stars rating={rating} />
      </p>
      <p dir="auto" className={styles.words}>
        {comment}
      </p>
      {reply && !isOpen && (
        <div className={styles.reply}>
          <strong>Your reply</strong>
          <p dir="auto" className={styles.words}>
            {reply}
          </p>
        </div>
      )}
      {id !== undefined && (
        <div ref={area}>
          {isOpen ? (
            <ReplyForm
              id={id}
              name={name}
              reply={reply}
              onDone={(next) => {
                setReply(next);
                close();
              }}
              onCancel={close}
            />
          ) : (
            <Button
              variant="quiet"
              small
              aria-label={`${reply ? 'Edit your reply' : 'Reply'} to ${name}`}
              onClick={open}
            >
              {reply ? 'Edit your reply' : 'Reply'}
            </Button>
          )}
        </div>
      )}
    </Card>
  );
}

interface ReplyFormProps {
  id: number | string;
  name: string;
  reply: string;
  onDone(reply: string): void;
  onCancel(): void;
}

function ReplyForm({ id, name, reply, onDone, onCancel }: ReplyFormProps) {
  const { api, notify } = useShell();
  const forget = useKeptText(`reply-${id}`);
  const form = useForm<'reply'>(`reply-${id}`, async (values) => {
    const next = trimText(textOf(values, 'reply'));
    if (!next && !reply) return { errors: { reply: 'Write a reply first.' } };
    const long = lengthProblem(next, MAX_REPLY);
    if (long) return { errors: { reply: long } };
    try {
      await replyTo(api, id, next);
    } catch (failure) {
      return {
        error:
          (isApiError(failure) && failure.detail) ||
          "We couldn't save your reply. Please try again.",
      };
    }
    forget();
    notify.toast(next ? 'Reply saved' : 'Reply removed');
    onDone(next);
    return undefined;
  });
  return (
    <Form of={form} guarded onDiscard={forget}>
      <TextareaField
        {...form.field('reply')}
        label={`Your reply to ${name}`}
        hint={reply ? 'Leave empty to remove your reply.' : undefined}
        defaultValue={reply}
      />
      <div className={styles.actions}>
        <Button type="submit" variant="quiet" busy={form.busy} busyLabel="Saving...">
          Save reply
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
