import { useShell } from '@carry/remote-kit';
import type { OperatorMail } from '@carry/remote-kit/own-answers';
import { useSearchParams } from 'react-router-dom';
import { ActionButton } from '../console/action-button';
import {
  Actions,
  CardHead,
  Cards,
  EmptyState,
  EmptyText,
  Facts,
  Filter,
  formatMoment,
  Note,
  OlderLink,
  Search,
} from '../console/parts';
import { dismissMail, sendMail } from './api';

export function MailList({ data: mails }: { data: OperatorMail[] }) {
  const [search] = useSearchParams();
  const isWhole = !search.has('q') && !search.has('state');
  return (
    <>
      <Search label="Part of an email address" />
      <Filter
        label="Emails"
        name="state"
        values={[
          ['', 'Failed and waiting'],
          ['sent', 'Sent'],
          ['dismissed', 'Dismissed'],
        ]}
      />
      <Note>We retry for three days, and list emails for 30 days.</Note>
      {mails.length === 0 && (
        <EmptyState>
          <EmptyText noun="emails">
            {isWhole ? 'Every email was delivered.' : 'No emails match.'}
          </EmptyText>
        </EmptyState>
      )}
      <Cards of={mails} two>
        {(mail) => <MailCard mail={mail} isDismissed={search.get('state') === 'dismissed'} />}
      </Cards>
      <OlderLink rows={mails} />
    </>
  );
}

const STATES: Record<string, string> = { failed: 'Failed', sent: 'Sent', waiting: 'Waiting' };

interface MailProps {
  mail: OperatorMail;
  isDismissed: boolean;
}

function MailCard({ mail, isDismissed }: MailProps) {
  const { subject, recipient, state, attempts, failure, sent_at } = mail;
  return (
    <>
      <CardHead>
        <strong>{subject}</strong>
      </CardHead>
      <Facts
        of={[
          ['To', recipient],
          ['State', STATES[state] ?? state],
          ['Since', formatMoment(mail.created_at)],
          ...(sent_at ? [['Sent', formatMoment(sent_at)] as const] : []),
          ['Attempts', failure ? `${attempts} (${failure})` : attempts],
        ]}
      />
      {state !== 'sent' && <MailActs mail={mail} isDismissed={isDismissed} />}
    </>
  );
}

function MailActs({ mail: { id, state, sendable }, isDismissed }: MailProps) {
  const { api } = useShell();
  return (
    <>
      {!sendable && <Note>Its links have expired, so it can't be sent again.</Note>}
      <Actions>
        {sendable && (
          <ActionButton label={`Send email ${id} again`} action={{ run: () => sendMail(api, id) }}>
            Send again
          </ActionButton>
        )}
        {state === 'failed' && !isDismissed && (
          <ActionButton label={`Dismiss email ${id}`} action={{ run: () => dismissMail(api, id) }}>
            Dismiss
          </ActionButton>
        )}
      </Actions>
    </>
  );
}
