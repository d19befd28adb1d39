import { useAction, useShell } from '@carry/remote-kit';
import type { SecondFactor } from '@carry/remote-kit/own-answers';
import { Button, Card } from '@carry/ui';
import { QRCodeSVG } from 'qrcode.react';
import { useState } from 'react';
import { useRevalidator } from 'react-router-dom';
import { getRefusal, isConflict } from '../console/refusal';
import { beginSetUp, confirmSetUp } from './api';
import { CodeForm } from './code-form';
import { RecoveryCodes, StepHeading } from './recovery-codes';
import styles from './second-factor.module.css';

const QR_PIXELS = 176;

export function SetUp() {
  const { api, notify } = useShell();
  const { revalidate } = useRevalidator();
  const [factor, setFactor] = useState<SecondFactor | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const begin = useAction(() =>
    beginSetUp(api).then(setFactor, (failure: unknown) => notify.alert(getRefusal(failure))),
  );
  const confirm = async (code: string) => {
    try {
      setCodes((await confirmSetUp(api, code)).codes);
    } catch (failure) {
      if (!isConflict(failure)) throw failure;
      await notify.alert(
        'Your second factor is already on',
        'You can get new recovery codes under Operators.',
      ); // the response with the first ones was lost
      await revalidate();
    }
  };
  if (codes) return <RecoveryCodes codes={codes} onSaved={() => void revalidate()} />;
  if (!factor)
    return (
      <Card className={styles.card}>
        <h2>Protect the console</h2>
        <p>
          You can refund payments and read private data here, so your password alone isn't enough.
          You need an authenticator app on your phone. It takes a minute, once.
        </p>
        <Button busy={begin.busy} busyLabel="Preparing..." onClick={() => void begin.run()}>
          Set up second factor
        </Button>
      </Card>
    );
  return (
    <Card className={styles.card}>
      <StepHeading>Scan this with your app</StepHeading>
      <div className={styles.scan}>
        <QRCodeSVG
          value={factor.url}
          size={QR_PIXELS}
          marginSize={3}
          title="QR code of your second factor"
          className={styles.code}
        />
        <p>
          Or type this key into the app: <span className={styles.key}>{factor.secret}</span>
        </p>
      </div>
      <CodeForm label="6-digit code from the app" action="Turn on" send={confirm} />
    </Card>
  );
}
