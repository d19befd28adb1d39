import { useShell } from '@carry/remote-kit';
import type { OperatorMail } from '@carry/remote-kit/own-answers/operator';
import { ActButton } from '../console/act-button';
import { Cards, Facts, formatMoment, Head, Note, Nothing, Older } from '../console/parts';
import { sendMail } from './api';

export const MailList = ({ data: mails }: { data: OperatorMail[] }) => (
  <>
    <Note>Failed and waiting emails. We retry for three days.</Note>
    {mails.length === 0 && <Nothing>Every email was delivered.</Nothing>}
    <Cards of={mails} two>
      {(mail) => <MailCard mail={mail} />}
    </Cards>
    <Older rows={mails} />
  </>
);

function MailCard({ mail }: { mail: OperatorMail }) {
  const { api } = useShell();
  const { id, subject, recipient, state, attempts, failure } = mail;
  return (
    <>
      <Head>
        <strong>{subject}</strong>
      </Head>
      <Facts
        of={[
          ['To', recipient],
          ['State', state === 'failed' ? 'Failed' : 'Waiting'],
          ['Since', formatMoment(mail.created_at)],
          ['Attempts', failure ? `${attempts} (${failure})` : attempts],
        ]}
      />
      {mail.sendable ? (
        <ActButton label={`Send email ${id} again`} act={{ run: () => sendMail(api, id) }}>
          Send again
        </ActButton>
      ) : (
        <Note>Its links have expired, so it can't be sent again.</Note>
      )}
    </>
  );
}
