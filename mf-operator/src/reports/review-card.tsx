import { useInPlaceForm, useShell } from '@carry/remote-kit';
import type { ReportedReview } from '@carry/remote-kit/own-answers';
import { paths } from '@carry/remote-kit/paths';
import { Button, Stars } from '@carry/ui';
import { Link } from 'react-router-dom';
import { ActionButton } from '../console/action-button';
import { Actions, CardHead, CardText, Facts } from '../console/parts';
import { ReasonForm } from '../console/reason-form';
import { hideReview, removeReply, restoreReview } from './api';

export function ReviewCard({ review }: { review: ReportedReview }) {
  const { api } = useShell();
  const { isOpen, area, open, close } = useInPlaceForm();
  const { id, coach_id, reviewer_name: name, rating, comment, reply, reasons } = review;
  const { hidden_because } = review;
  const coach = review.coach ?? `Coach ${coach_id}`;
  return (
    <>
      <CardHead>
        <strong dir="auto">{name}</strong> <Stars rating={rating} />{' '}
        <Link to={paths.booking(coach_id)} aria-label={`${coach}, review by ${name}`}>
          <bdi>{coach}</bdi>
        </Link>
      </CardHead>
      <CardText>{comment}</CardText>
      <Facts
        of={[
          ...(reply ? [['Reply', reply] as const] : []),
          ...reasons.map((reason, index) => [`Report ${index + 1}`, reason] as const),
          ...(hidden_because ? [['Hidden because', hidden_because] as const] : []),
        ]}
      />
      <div ref={area}>
        {isOpen ? (
          <ReasonForm
            id={id}
            label={`Reason to hide the review by ${name}`}
            hint="Only operators see it."
            action="Hide review"
            required
            run={(reason) => hideReview(api, id, reason)}
            onClose={close}
          />
        ) : (
          <Actions>
            {!hidden_because && (
              <Button
                variant="quiet"
                small
                aria-label={`Hide the review by ${name}`}
                onClick={open}
              >
                Hide
              </Button>
            )}
            {reply && <RemoveReply id={id} name={name} reply={reply} />}
            <ActionButton
              label={`${hidden_because ? 'Show' : 'Dismiss the reports of'} the review by ${name}`}
              action={{
                run: () => restoreReview(api, id, hidden_because ? 'hidden' : 'reported'),
              }}
            >
              {hidden_because ? 'Show again' : 'Dismiss'}
            </ActionButton>
          </Actions>
        )}
      </div>
    </>
  );
}

function RemoveReply({ id, name, reply }: { id: number; name: string; reply: string }) {
  const { api } = useShell();
  return (
    <ActionButton
      label={`Remove reply to ${name}`}
      danger
      action={{
        run: () => removeReply(api, id, reply),
        confirm: ['Remove this reply?', 'The review itself stays, and its reports are closed.'],
      }}
    >
      Remove reply
    </ActionButton>
  );
}
