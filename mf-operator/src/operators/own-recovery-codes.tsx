import { useShell } from '@carry/remote-kit';
import { Setting } from '@carry/ui';
import { useState } from 'react';
import { renewRecoveryCodes } from '../second-factor/api';
import { CodeForm } from '../second-factor/code-form';
import { RecoveryCodes } from '../second-factor/recovery-codes';

export function OwnRecoveryCodes() {
  const { api } = useShell();
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  if (codes) return <RecoveryCodes codes={codes} onSaved={() => setCodes(null)} />;
  return (
    <Setting
      title="Your recovery codes"
      description="Lost them, or running low? Get ten new ones. Your old codes will stop working."
    >
      <CodeForm
        id="recovery-codes"
        label="6-digit code from the app"
        action="Get new codes"
        variant="quiet"
        send={async (code) => setCodes((await renewRecoveryCodes(api, code)).codes)}
      />
    </Setting>
  );
}
