import {
  bookingZone,
  Form,
  formatInstant,
  isApiError,
  nameOtherZone,
  SettingLink,
  textOf,
  useAction,
  useForm,
  useIsHere,
  useRefreshed,
  useRefreshFailure,
  useShell,
} from '@carry/remote-kit';
import { formatDollars } from '@carry/remote-kit/format';
import type { Account } from '@carry/remote-kit/own-answers';
import { paths } from '@carry/remote-kit/paths';
import { Button, PasswordField, Setting } from '@carry/ui';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import styles from './account.module.css';
import { deleteAccount, getAccount } from './api';
import { SetPassword } from './password';
import { toFormErrors } from './refused';

type Ending = Account['ending'][number];

export function Delete({ account: initial }: { account: Account }) {
  const { api, notify } = useShell();
  const [account, update] = useRefreshed(initial, () => getAccount(api));
  const [open, setOpen] = useState(false);
  const handleFailure = useRefreshFailure();
  const reload = async () => {
    const latest = await getAccount(api);
    if (latest) update(() => latest);
  };
  const start = useAction(async () => {
    try {
      await reload(); // deadlines of refunds may have passed
      setOpen(true);
    } catch (error) {
      await notify.alert(
        'Failed to load your account',
        (isApiError(error) && error.detail) || undefined,
      );
    }
  });
  return (
    <Setting title="Delete your account" description="You can't undo this.">
      {account.deletable ? (
        <>
          <p>
            This signs you out everywhere and deletes your email address, password, linked Discord
            account and everything you wrote in bookings. Your reviews stay, as “Anonymous”. You can
            no longer review past sessions or get a refund for them.
          </p>
          <Consequences ending={account.ending} count={account.ending_count} />
          {account.has_password === false ? (
            <SetPassword email={account.email}>Set a password first</SetPassword>
          ) : open ? (
            <Confirmation
              account={account}
              onConflict={() => reload().catch(handleFailure)}
              onCancel={() => setOpen(false)}
            />
          ) : (
            <Button
              variant="danger"
              aria-expanded={false}
              busy={start.busy}
              busyLabel="Loading..."
              onClick={() => void start.run()}
            >
              Delete my account
            </Button>
          )}
        </>
      ) : (
        <p>
          Students have booked sessions with you, so you can't delete your account here. Please{' '}
          <SettingLink name="discordInviteUrl">contact us</SettingLink>, and we'll close it for you.
        </p>
      )}
    </Setting>
  );
}

function formatStart(start: string, zone: string): string {
  const zoneName = nameOtherZone(zone);
  return formatInstant(Date.parse(start), zone) + (zoneName ? ` ${zoneName} time` : '');
}

/** `count`: of all bookings, of which `ending` has the next ones. */
function Consequences({
  ending,
  count = ending.length,
}: {
  ending: Ending[];
  count?: number | undefined;
}) {
  if (ending.length === 0) return <p>You have no upcoming sessions.</p>;
  return (
    <>
      <p>
        <strong>
          {count === 1 ? 'This cancels one booking:' : `This cancels ${count} bookings:`}
        </strong>
      </p>
      <ul className={styles.ending}>
        {ending.map(({ id, coach_name, session_time, time_zone, amount, refunded }) => (
          <li key={id} data-refunded={refunded || undefined}>
            <span>
              <bdi>{coach_name}</bdi>,{' '}
              {session_time ? (
                <time dateTime={session_time}>
                  {formatStart(session_time, bookingZone(time_zone))}
                </time>
              ) : (
                'no set time'
              )}
            </span>
            <strong>
              {formatDollars(amount)} {refunded ? 'will be refunded' : "won't be refunded"}
            </strong>
            {!refunded && (
              <span>
                {session_time
                  ? "It's too late to cancel for free."
                  : "If your coach hasn't started, ask them to cancel it first. Then you get your money back."}
              </span>
            )}
          </li>
        ))}
        {count > ending.length && <li>… and {count - ending.length} later ones</li>}
      </ul>
    </>
  );
}

interface ConfirmationProps {
  account: Account;
  /** Called if the account has changed meanwhile. */
  onConflict(): Promise<void>;
  onCancel(): void;
}

function Confirmation({ account, onConflict, onCancel }: ConfirmationProps) {
  const { api, auth, notify, session } = useShell();
  const navigate = useNavigate();
  const isHere = useIsHere();
  const leave = async () => {
    if (isHere()) await navigate(paths.home);
    const isNextPerson = session.aborted && auth.store.getState().status === 'signed-in';
    if (isNextPerson) return;
    auth.signOut();
    notify.toast('Your account has been deleted.');
  };
  const form = useForm<'password'>('delete-account', async (values) => {
    const password = textOf(values, 'password');
    if (!password) return { errors: { password: 'Your password is required.' } };
    try {
      await deleteAccount(api, password, account);
    } catch (failure) {
      if (isApiError(failure) && failure.status === 409) await onConflict();
      return toFormErrors(failure, 'password');
    }
    await leave();
    return undefined;
  });
  return (
    <Form of={form}>
      <PasswordField
        {...form.field('password')}
        label="Your password"
        autoComplete="current-password"
        required
        autoFocus
      />
      <div className={styles.actions}>
        <Button type="submit" variant="danger" busy={form.busy} busyLabel="Deleting...">
          Delete my account for good
        </Button>
        <Button variant="quiet" onClick={onCancel}>
          Keep my account
        </Button>
      </div>
    </Form>
  );
}
