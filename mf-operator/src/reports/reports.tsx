import type { ReportedMessage, ReportedReview } from '@carry/remote-kit/own-answers/operator';
import { Cards, EmptyState } from '../console/parts';
import { MessageCard } from './message-card';
import { ReviewCard } from './review-card';

export interface ReportsData {
  reviews: ReportedReview[];
  messages: ReportedMessage[];
}

export function Reports({ data: { reviews, messages } }: { data: ReportsData }) {
  const reported = reviews.filter(({ hidden_because }) => !hidden_because);
  const hidden = reviews.filter(({ hidden_because }) => hidden_because);
  if (reviews.length + messages.length === 0)
    return <EmptyState>No reports. All quiet.</EmptyState>;
  return (
    <>
      <section aria-labelledby="reported-reviews">
        <h2 id="reported-reviews">Reported reviews</h2>
        {reported.length === 0 && <p>No reported reviews.</p>}
        <Cards of={reported} two>
          {(review) => <ReviewCard review={review} />}
        </Cards>
      </section>
      <section aria-labelledby="reported-messages">
        <h2 id="reported-messages">Reported messages</h2>
        {messages.length === 0 && <p>No reported messages.</p>}
        <Cards of={messages} two>
          {(message) => <MessageCard message={message} />}
        </Cards>
      </section>
      {hidden.length > 0 && (
        <section aria-labelledby="hidden-reviews">
          <h2 id="hidden-reviews">Hidden reviews</h2>
          <Cards of={hidden} two>
            {(review) => <ReviewCard review={review} />}
          </Cards>
        </section>
      )}
    </>
  );
}
