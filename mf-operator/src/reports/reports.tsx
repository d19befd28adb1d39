import type { ReportedMessage, ReportedReview } from '@carry/remote-kit/own-answers';
import { useSearchParams } from 'react-router-dom';
import { Cards, EmptyState, EmptyText, PageLink } from '../console/parts';
import type { Page } from './api';
import { MessageCard } from './message-card';
import { ReviewCard } from './review-card';

export const cursors = {
  reported: 'reviews_below',
  messages: 'messages_below',
  hidden: 'hidden_below',
} as const;

export interface ReportsData {
  reported: Page<ReportedReview>;
  hidden: Page<ReportedReview>;
  messages: Page<ReportedMessage>;
}

export function Reports({ data }: { data: ReportsData }) {
  const [search] = useSearchParams();
  const messages = data.messages.rows;
  const reported = data.reported.rows.filter(({ hidden_because }) => !hidden_because);
  const hidden = data.hidden.rows.filter(({ hidden_because }) => hidden_because);
  const isFirstPage = Object.values(cursors).every((cursor) => !search.has(cursor));
  if (isFirstPage && reported.length + hidden.length + messages.length === 0)
    return <EmptyState>No reports. All quiet.</EmptyState>;
  return (
    <>
      <section aria-labelledby="reported-reviews">
        <h2 id="reported-reviews">Reported reviews</h2>
        {reported.length === 0 && <NoReports cursor={cursors.reported} noun="reported reviews" />}
        <Cards of={reported} two>
          {(review) => <ReviewCard review={review} />}
        </Cards>
        <Older page={data.reported} cursor={cursors.reported} noun="reported reviews" />
      </section>
      <section aria-labelledby="reported-messages">
        <h2 id="reported-messages">Reported messages</h2>
        {messages.length === 0 && <NoReports cursor={cursors.messages} noun="reported messages" />}
        <Cards of={messages} two>
          {(message) => <MessageCard message={message} />}
        </Cards>
        <Older page={data.messages} cursor={cursors.messages} noun="messages" />
      </section>
      {(hidden.length > 0 || search.has(cursors.hidden)) && (
        <section aria-labelledby="hidden-reviews">
          <h2 id="hidden-reviews">Hidden reviews</h2>
          {hidden.length === 0 && <NoReports cursor={cursors.hidden} noun="hidden reviews" />}
          <Cards of={hidden} two>
            {(review) => <ReviewCard review={review} />}
          </Cards>
          <Older page={data.hidden} cursor={cursors.hidden} noun="hidden reviews" />
        </section>
      )}
    </>
  );
}

const NoReports = ({ cursor, noun }: Omit<OlderProps, 'page'>) => (
  <p>
    <EmptyText noun={noun} cursor={cursor}>
      No {noun}.
    </EmptyText>
  </p>
);

interface OlderProps {
  page: Page<unknown>;
  cursor: string;
  noun: string;
}

const Older = ({ page: { next }, cursor, noun }: OlderProps) =>
  next !== null && (
    <PageLink cursor={cursor} last={next}>
      Show older {noun}
    </PageLink>
  );
