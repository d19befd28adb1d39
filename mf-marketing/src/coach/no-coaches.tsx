import { SettingLink, useShell } from '@carry/remote-kit';
import { paths } from '@carry/remote-kit/paths';
import { Banner, Card } from '@carry/ui';
import { Fragment, Suspense } from 'react';
import { Await, Link } from 'react-router-dom';
import { type Game, games } from '../games/games';
import styles from './coach.module.css';
import { WaitlistForm } from './waitlist-form';

export interface NoCoachesProps {
  game: string;
  id: Game['id'];
  /** Codes of games that have coaches. */
  coachedGames: string[] | Promise<string[]>;
  canApply: boolean | Promise<boolean>;
  canWait: boolean;
}

/** Shown for a game without a coach: banner, links to coached games, and the waitlist. */
export function NoCoaches({ game, id, coachedGames, canApply, canWait }: NoCoachesProps) {
  const contact = useShell().site.settings['coachContact'] ?? 'us';
  return (
    <section className={styles.empty}>
      <div className={styles.none}>
        <Banner tone="danger" role="note">
          <p>
            {`There are currently no coaches for ${game}. Want to coach it? Contact ${contact} on the `}
            <SettingLink name="discordInviteUrl">Discord server</SettingLink>.
            <Suspense>
              <Await resolve={canApply} errorElement={null}>
                {(canApply: boolean) =>
                  canApply && (
                    <>
                      {' '}
                      You can also <Link to={paths.becomeCoach}>apply here</Link>.
                    </>
                  )
                }
              </Await>
            </Suspense>
          </p>
        </Banner>
        <Suspense>
          <Await resolve={coachedGames} errorElement={null}>
            {(codes: string[]) => <OtherGames codes={codes} />}
          </Await>
        </Suspense>
      </div>
      {canWait && (
        <Card>
          <WaitlistForm game={id} name={game} />
        </Card>
      )}
    </section>
  );
}

function OtherGames({ codes }: { codes: readonly string[] }) {
  const coached = games.filter(({ id }) => codes.includes(id));
  if (coached.length === 0) return null;
  return (
    <p>
      We have coaches for{' '}
      {coached.map(({ id, name }, index) => (
        <Fragment key={id}>
          {index > 0 && (index === coached.length - 1 ? ' and ' : ', ')}
          <Link to={paths.game(id)}>{name}</Link>
        </Fragment>
      ))}
      .
    </p>
  );
}
