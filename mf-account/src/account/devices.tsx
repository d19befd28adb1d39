import { isApiError, useAction, useShell } from '@carry/remote-kit';
import { formatDate } from '@carry/remote-kit/format';
import type { Account } from '@carry/remote-kit/own-answers';
import { Button, Setting, StatusPill } from '@carry/ui';
import { useRevalidator } from 'react-router-dom';
import styles from './account.module.css';
import { signOutDevice, signOutOtherDevices } from './api';

type Device = Account['devices'][number];

const formatTime = (iso: string) =>
  formatDate(new Date(iso), { dateStyle: 'medium', timeStyle: 'short', hourCycle: 'h23' });

export function Devices({ devices }: { devices: Device[] }) {
  const { api } = useShell();
  const sorted = [...devices].sort((a, b) => Number(b.current) - Number(a.current));
  return (
    <Setting
      title="Devices"
      description="Where you're signed in. See a device you don't recognize? Sign it out and change your password."
    >
      <ul className={styles.devices}>
        {sorted.map((device) => (
          <Row key={device.id} device={device} />
        ))}
      </ul>
      {devices.length > 1 && (
        <SignOut message="Signed out on all other devices." run={() => signOutOtherDevices(api)}>
          Sign out all other devices
        </SignOut>
      )}
    </Setting>
  );
}

function Row({ device }: { device: Device }) {
  const { api } = useShell();
  const name = device.name ?? 'Unknown device';
  return (
    <li>
      <div>
        <p>
          <strong>{name}</strong> {device.current && <StatusPill status="this device" />}
        </p>
        <p className={styles.quiet}>
          Signed in {formatTime(device.signed_in_at)}, last used {formatTime(device.last_used_at)}
        </p>
      </div>
      {!device.current && (
        <SignOut
          label={`Sign out ${name}`}
          message={`${name} is signed out.`}
          run={() => signOutDevice(api, device.id)}
        >
          Sign out
        </SignOut>
      )}
    </li>
  );
}

interface SignOutProps {
  label?: string;
  message: string;
  run(): Promise<unknown>;
  children: string;
}

function SignOut({ label, message, run, children }: SignOutProps) {
  const { notify } = useShell();
  const { revalidate } = useRevalidator();
  const action = useAction(async () => {
    try {
      await run();
      notify.toast(message);
      await revalidate();
    } catch (error) {
      await notify.alert('Failed to sign out', (isApiError(error) && error.detail) || undefined);
    }
  });
  return (
    <Button
      variant="quiet"
      aria-label={label}
      busy={action.busy}
      busyLabel="Signing out..."
      onClick={() => void action.run()}
    >
      {children}
    </Button>
  );
}
