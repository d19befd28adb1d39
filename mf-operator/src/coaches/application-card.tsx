import { useInPlaceForm, useShell } from '@carry/remote-kit';
import { formatZone } from '@carry/remote-kit/format';
import type { Application } from '@carry/remote-kit/own-answers';
import { Button, LinkedText } from '@carry/ui';
import { Link } from 'react-router-dom';
import { ActionButton } from '../console/action-button';
import { Actions, CardHead, Facts, formatMoment } from '../console/parts';
import { consolePaths } from '../console/paths';
import { ReasonForm } from '../console/reason-form';
import { acceptApplication, declineApplication } from './api';
import { ProofPicture } from './proof-picture';

interface ApplicationProps {
  application: Application;
}

export function ApplicationCard({ application }: ApplicationProps) {
  const { id, name, state } = application;
  return (
    <>
      <CardHead>
        <strong dir="auto">{name}</strong> <span>{application.game_name ?? application.game}</span>
      </CardHead>
      <Facts
        of={[
          ['Email', describeEmail(application)],
          ['Rank', application.rank],
          ['Proof', <LinkedText key="proof">{application.links}</LinkedText>],
          ...(application.picture
            ? [['Picture', <ProofPicture key={application.since} id={id} name={name} />] as const]
            : []),
          ['About', application.about],
          ['Time zone', formatZone(application.time_zone)],
          ['Since', formatMoment(application.since)],
          ...(state === 'open'
            ? []
            : [['Decision', <Decision key="decision" application={application} />] as const]),
        ]}
      />
      {state === 'open' && <ApplicationActs application={application} />}
    </>
  );
}

/** Anyone can type in an address. Earlier servers omit `confirmed`. */
const describeEmail = ({ email, confirmed }: Application) =>
  confirmed === undefined
    ? email
    : `${email} · ${confirmed ? 'confirmed' : 'not confirmed, anyone may have sent it'}`;

function Decision({ application: { name, state, decided_at, coach_id } }: ApplicationProps) {
  const text = state === 'accepted' ? 'Accepted' : 'Declined';
  return (
    <>
      {text}
      {decided_at && `, ${formatMoment(decided_at)}`}
      {coach_id && (
        <>
          {' · '}
          <Link to={consolePaths.coach(coach_id)} aria-label={`Edit the coach ${name}`}>
            Coach {coach_id}
          </Link>
        </>
      )}
    </>
  );
}

function ApplicationActs({ application }: ApplicationProps) {
  const { id, name, email } = application;
  const { api } = useShell();
  const { isOpen, area, open, close } = useInPlaceForm();
  return (
    <div ref={area}>
      {isOpen ? (
        <ReasonForm
          id={id}
          label={`Why you're declining ${name}`}
          hint="We'll include it in the email. Optional."
          action="Decline"
          required={false}
          run={(reason) => declineApplication(api, application, reason)}
          onClose={close}
        />
      ) : (
        <Actions>
          <ActionButton
            label={`Accept ${name}`}
            action={{
              run: () => acceptApplication(api, application),
              confirm: [`Accept ${name} as a coach?`, `We'll email ${email}.`],
            }}
          >
            Accept
          </ActionButton>
          <Button variant="quiet" small aria-label={`Decline ${name}`} onClick={open}>
            Decline
          </Button>
        </Actions>
      )}
    </div>
  );
}
