import { SettingLink, useShell } from '@carry/remote-kit';
import type { Coach } from '@carry/remote-kit/api';
import { paths } from '@carry/remote-kit/paths';
import { Banner, Card } from '@carry/ui';
import { Suspense } from 'react';
import { Await, Link } from 'react-router-dom';
import type { Game } from '../games/games';
import styles from './coach.module.css';
import { WaitlistForm } from './waitlist-form';

export interface NoCoachesProps {
  game: string;
  id: Game['id'];
  coach: Coach | null | Promise<Coach | null>;
}

/** Shown for a game without a coach: banner, links to coached games, and the waitlist. */
export function NoCoaches({ game, id, coach }: NoCoachesProps) {
  const { site } = useShell();
  return (
    <section className={styles.empty}>
      <div className={styles.none}>
        <Banner tone="danger" role="note">
          <p>
            There are currently no coaches for {game}. Want to coach it? Contact{' '}
            {site.settings['coachContact'] ?? 'us'} on the{' '}
            <SettingLink name="discordInviteUrl">Discord server</SettingLink>.
          </p>
        </Banner>
        <Suspense>
          <Await resolve={coach} errorElement={null}>
            {(coach: Coach | null) => coach && <OtherGames />}
          </Await>
        </Suspense>
      </div>
      <Card>
        <WaitlistForm game={id} name={game} />
      </Card>
    </section>
  );
}

const OtherGames = () => (
  <p>
    We have coaches for <Link to={paths.game('cs2')}>Counter-Strike 2</Link> and{' '}
    <Link to={paths.game('valorant')}>Valorant</Link>.
  </p>
);
