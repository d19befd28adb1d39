import { useShell } from '@carry/remote-kit';
import { formatCurrency } from '@carry/remote-kit/format';
import type { Incident } from '@carry/remote-kit/own-answers';
import { Link } from 'react-router-dom';
import { ActionButton } from '../console/action-button';
import { CardHead, CardText, formatMoment, Note } from '../console/parts';
import { consolePaths } from '../console/paths';
import { resolveIncident } from './api';
import { getTitle, toSentence } from './describe-incident';

function formatAmount({ amount_cents: units, currency }: Incident): string | null {
  if (typeof units !== 'number' || !currency) return null;
  try {
    return formatCurrency(units, currency);
  } catch {
    return `${units} ${currency}`; // not a currency code
  }
}

const RELEASE = [
  'Does the student get nothing more?',
  "The coach's payout goes out. If you still owe the student money, refund it on the booking's page, or record there that you paid it another way.",
] as const;

export function IncidentCard({ incident }: { incident: Incident }) {
  const { type, booking_id, summary, occurred_at } = incident;
  const amount = formatAmount(incident);
  return (
    <>
      <CardHead>
        <strong>{getTitle(type)}</strong> {amount && <strong>{amount}</strong>}{' '}
        <span>{formatMoment(occurred_at)}</span>
        {booking_id && <Link to={consolePaths.booking(booking_id)}>Booking {booking_id}</Link>}
      </CardHead>
      <CardText>{toSentence(summary)}</CardText>
      <Note>{type}</Note>
      {type === 'refund.failed' && incident.refund === 'failed' ? (
        <Note>
          The full refund failed, so no payout goes out. Try it again on the booking's page, or
          record there that you paid it another way.
        </Note>
      ) : (
        <DoneButton incident={incident} />
      )}
    </>
  );
}

function DoneButton({ incident: { id, type, refund } }: { incident: Incident }) {
  const { api } = useShell();
  // An API of an earlier release sends no refund, and asks for the release of each failed one.
  const releases = type === 'refund.failed' && (refund ?? 'none') === 'none';
  return (
    <ActionButton
      label={`Mark incident ${id} as done`}
      action={
        releases
          ? { run: () => resolveIncident(api, id, { release_payout: true }), confirm: RELEASE }
          : { run: () => resolveIncident(api, id, {}) }
      }
    >
      Mark as done
    </ActionButton>
  );
}
