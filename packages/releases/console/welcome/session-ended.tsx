import { Button, Dialog, LinkButton } from '@carry/ui';
import { useEffect, useRef } from 'react';
import { LinkHint, signInPath, useSignInKind } from './welcome';

export function SessionEnded({ onContinue }: { onContinue(): void }) {
  const { kind } = useSignInKind();
  const content = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const dialog = content.current?.closest('dialog');
    const reopen = () => {
      if (!dialog?.open) dialog?.showModal(); // Chrome closes it at a second Escape in any case
    };
    dialog?.addEventListener('close', reopen);
    return () => dialog?.removeEventListener('close', reopen);
  }, []);
  return (
    <Dialog
      role="alertdialog"
      title="Your session has ended"
      note="Sign in again in a new tab, then continue. What you typed is still here."
      onClose={onContinue}
    >
      <span ref={content} hidden />
      {kind === 'link' && <LinkHint />}
      {kind === 'oidc' && (
        <LinkButton href={signInPath()} target="_blank">
          Sign in
        </LinkButton>
      )}
      <Button variant="quiet" onClick={onContinue}>
        Continue
      </Button>
    </Dialog>
  );
}
