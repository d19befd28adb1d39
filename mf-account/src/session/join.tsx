import { isApiError, LEAVING, SettingLink, useAction, useCopy, useShell } from '@carry/remote-kit';
import type { MySession } from '@carry/remote-kit/api';
import type { BookingPage } from '@carry/remote-kit/own-answers';
import { Button, Card, chat, copy as copyIcon, Icon, LinkButton, video } from '@carry/ui';
import { startDiscord } from '../sessions/api';
import styles from './session.module.css';

const NO_DISCORD = 'Could not start Discord OAuth.';

export interface JoinProps {
  session: MySession;
  place: NonNullable<BookingPage['place']> | null;
}

export function Join({ session, place }: JoinProps) {
  if (session.status !== 'confirmed' || !place) return null;
  return (
    <Card>
      <h2>How to join</h2>
      {place.kind === 'discord' ? (
        <OnDiscord session={session} url={place.url} />
      ) : (
        <>
          <p>You'll meet in your coach's video call. Open the link when it's time.</p>
          <LinkButton href={place.url} target="_blank">
            <Icon path={video} /> Join session
          </LinkButton>
          <p className={styles.place}>{place.url}</p>
        </>
      )}
      <p className={styles.quiet}>
        Have a mic, a 720p stream of your screen and your in-game name ready.
      </p>
    </Card>
  );
}

function OnDiscord({ session, url }: { session: MySession; url: string }) {
  return session.joined ? (
    <>
      <p>You'll meet on Discord. Your account is connected.</p>
      <LinkButton href={url} target="_blank" variant="quiet">
        <Icon path={chat} /> Open Discord
      </LinkButton>
    </>
  ) : (
    <Connect id={session.id} />
  );
}

function Connect({ id }: { id: number | string }) {
  const { api, notify, leave } = useShell();
  const command = `/claim ${id}`;
  const { copy, status } = useCopy(command);
  const { run, busy } = useAction(async () => {
    const message = await startDiscord(api, id).then(
      ({ url, detail, error }) =>
        url && leave('chat', url) ? null : detail || error || NO_DISCORD,
      (failure: unknown) => (isApiError(failure) && failure.detail) || NO_DISCORD,
    );
    return message === null ? LEAVING : notify.alert(message);
  });
  return (
    <>
      <p>
        You'll meet on <SettingLink name="discordInviteUrl">Discord</SettingLink>. Connect your
        account to join the channel of your session.
      </p>
      <Button busy={busy} busyLabel="Connecting..." onClick={() => void run()}>
        <Icon path={chat} /> Connect Discord & Join Channel
      </Button>
      <p className={styles.claim}>
        Already on the server? Run <code>{command}</code> there.{' '}
        <Button variant="quiet" small onClick={copy}>
          <Icon path={copyIcon} /> Copy command
        </Button>{' '}
        <span role="status">{status}</span>
      </p>
    </>
  );
}
