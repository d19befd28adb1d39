import { Button, Dialog, LinkButton } from '@carry/ui';
import { LinkHint, signInPath, useSignInKind } from './welcome';

export function SessionEnded({ onContinue }: { onContinue(): void }) {
  const { kind } = useSignInKind();
  return (
    <Dialog
      role="alertdialog"
      title="Your session has ended"
      note="Sign in again in a new tab, then continue. What you typed is still here."
      onClose={onContinue}
    >
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
