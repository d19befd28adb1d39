import { SettingLink } from '@carry/remote-kit';
import { WINDOW_DAYS } from './days';
import styles from './slots.module.css';

/** Explains an empty week. `hours` is set if fewer hours would fit. */
export function NoTimes({ coachName, hours }: { coachName: string; hours: number | null }) {
  return (
    <p role="status" className={styles.none}>
      {hours === null ? (
        <>
          <bdi>{coachName}</bdi> has no free times in the next {WINDOW_DAYS} days. Check back soon,
          or ask on the <SettingLink name="discordInviteUrl">Discord server</SettingLink>.
        </>
      ) : (
        `No ${hours}-hour slot is free in the next ${WINDOW_DAYS} days. Please choose fewer hours.`
      )}
    </p>
  );
}
