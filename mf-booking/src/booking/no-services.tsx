import { SettingLink } from '@carry/remote-kit';
import { paths } from '@carry/remote-kit/paths';
import { LinkButton } from '@carry/ui';
import { Link } from 'react-router-dom';
import styles from './booking.module.css';

export function NoServices({ coachName }: { coachName: string }) {
  return (
    <section className={styles.nothing} aria-labelledby="booking-title">
      <h2 id="booking-title">Book a session</h2>
      <p>
        <bdi>{coachName}</bdi> isn't taking bookings right now. Ask on the{' '}
        <SettingLink name="discordInviteUrl">Discord server</SettingLink>, or find another coach.
      </p>
      <LinkButton as={Link} to={paths.home}>
        Find a coach
      </LinkButton>
    </section>
  );
}
