import { useShell } from '@carry/remote-kit';
import type { OperatorMail } from '@carry/remote-kit/own-answers/operator';
import { ActionButton } from '../console/action-button';
import {
  CardHead,
  Cards,
  EmptyState,
  Facts,
  formatMoment,
  Note,
  OlderLink,
} from '../console/parts';
import { sendMail } from './api';

export const MailList = ({ data: mails }: { data: OperatorMail[] }) => (
  <>
    <Note>Failed and waiting emails. We retry for three days.</Note>
    {mails.length === 0 && <EmptyState>Every email was delivered.</EmptyState>}
    <Cards of={mails} two>
      {(mail) => <MailCard mail={mail} />}
    </Cards>
    <OlderLink rows={mails} />
  </>
);

function MailCard({ mail }: { mail: OperatorMail }) {
  const { api } = useShell();
  const { id, subject, recipient, state, attempts, failure } = mail;
  return (
    <>
      <CardHead>
        <strong>{subject}</strong>
      </CardHead>
      <Facts
        of={[
          ['To', recipient],
          ['State', state === 'failed' ? 'Failed' : 'Waiting'],
          ['Since', formatMoment(mail.created_at)],
          ['Attempts', failure ? `${attempts} (${failure})` : attempts],
        ]}
      />
      {mail.sendable ? (
        <ActionButton label={`Send email ${id} again`} action={{ run: () => sendMail(api, id) }}>
          Send again
        </ActionButton>
      ) : (
        <Note>Its links have expired, so it can't be sent again.</Note>
      )}
    </>
  );
}
