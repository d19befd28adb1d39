import { SettingLink, useShell } from '@carry/remote-kit';
import { paths } from '@carry/remote-kit/paths';
import { Banner, Card } from '@carry/ui';
import { Link } from 'react-router-dom';
import { coached } from '../games/content';
import type { Game } from '../games/games';
import styles from './coach.module.css';
import { WaitlistForm } from './waitlist-form';

/** What a game without a coach says, with a way on. */
export function NoCoaches({ game, id }: { game: string; id: Game['id'] }) {
  const { site } = useShell();
  return (
    <section className={styles.empty}>
      <div className={styles.none}>
        <Banner tone="danger" role="note">
          <p>
            There are currently no coaches for {game}. Do you want to coach it? Contact{' '}
            {site.settings['coachContact'] ?? 'us'} on the{' '}
            <SettingLink name="discordInviteUrl">Discord server</SettingLink>.
          </p>
        </Banner>
        {!coached.has(id) && (
          <p>
            Coaches are ready for <Link to={paths.game('cs2')}>Counter-Strike 2</Link> and{' '}
            <Link to={paths.game('valorant')}>Valorant</Link>.
          </p>
        )}
      </div>
      <Card>
        <WaitlistForm game={id} name={game} />
      </Card>
    </section>
  );
}
