import { paths } from 'contracts/paths';
import { type MouseEvent, useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { useShell } from 'remote-kit';
import { LinkButton } from 'shared-ui';
import type { PendingOrder } from '../booking/draft';
import { payOrder } from '../booking/place-order';
import { useShownAgain } from './use-shown-again';

/** Back to paying the order that is held; where none is, or it can no longer be paid, back to the form. */
export function TryAgain({ coachId, pending }: { coachId: string; pending: PendingOrder | null }) {
  const shell = useShell();
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  useShownAgain(() => setBusy(false));
  const form = paths.booking(encodeURIComponent(coachId));
  const pay = async (event: MouseEvent) => {
    if (pending === null || pending.bookingId === null || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    if ((await payOrder(shell, pending.order, pending.bookingId)) !== 'leaving') await navigate(form);
  };
  return (
    <LinkButton as={Link} to={form} onClick={pay}>
      {busy ? 'Opening the payment page...' : 'Try again'}
    </LinkButton>
  );
}
