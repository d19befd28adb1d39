import { useState } from 'react';
import { useShell } from 'remote-kit';
import { Button } from 'shared-ui';

/** Sends the verification mail again; says the same whether or not the address is known. */
export function ResendVerification({ email }: { email: string }) {
  const { api } = useShell();
  const [state, setState] = useState<'idle' | 'sending' | 'sent'>('idle');
  const send = async () => {
    setState('sending');
    await api.post('/api/auth/resend-verification/', { email }).catch(() => {});
    setState('sent');
  };
  return (
    <div>
      <Button variant="quiet" busy={state === 'sending'} busyLabel="Sending..." onClick={send}>
        Send the verification mail again
      </Button>
      <span role="status">{state === 'sent' && ' Sent, if the address is registered.'}</span>
    </div>
  );
}
