import { LEAVING, useAction, useShell } from '@carry/remote-kit';
import { paths } from '@carry/remote-kit/paths';
import { LinkButton } from '@carry/ui';
import type { MouseEvent } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { pay } from '../order/pay';
import type { HeldPayment } from './use-held-payment';

export function TryAgain({ coachId, open }: { coachId: string; open: HeldPayment['open'] }) {
  const shell = useShell();
  const navigate = useNavigate();
  const form = paths.booking(coachId);
  const { run, busy } = useAction(async (openPage: NonNullable<typeof open>) => {
    if (await pay(shell, openPage())) return LEAVING;
    return navigate(form);
  });
  const press = (event: MouseEvent) => {
    if (!open || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    void run(open);
  };
  return (
    <LinkButton as={Link} to={form} onClick={press}>
      {busy ? 'Opening the payment page...' : 'Try again'}
    </LinkButton>
  );
}
