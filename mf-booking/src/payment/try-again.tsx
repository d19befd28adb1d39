import { paths } from 'contracts/paths';
import { type MouseEvent, useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { useShell } from 'remote-kit';
import { LinkButton } from 'shared-ui';
import { pay } from '../booking/pay';
import { useShownAgain } from '../booking/use-shown-again';
import type { HeldPayment } from './use-held-payment';

/** Back to paying what is held; where nothing is, or it can no longer be paid, back to the form. */
export function TryAgain({ coachId, open }: { coachId: string; open: HeldPayment['open'] }) {
  const shell = useShell();
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  useShownAgain(() => setBusy(false));
  const form = paths.booking(encodeURIComponent(coachId));
  const press = async (event: MouseEvent) => {
    if (!open || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    if (!(await pay(shell, open()))) await navigate(form);
  };
  return (
    <LinkButton as={Link} to={form} onClick={press}>
      {busy ? 'Opening the payment page...' : 'Try again'}
    </LinkButton>
  );
}
