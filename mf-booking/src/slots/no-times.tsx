import { SettingLink } from '@carry/remote-kit';
import { WINDOW_DAYS } from './days';
import styles from './slots.module.css';

/** Says that the whole week has nothing, why, and what one can do. `hours`: as many as have no room, while fewer would have. */
export function NoTimes({ hours }: { hours: number | null }) {
  return (
    <p role="status" className={styles.none}>
      {hours === null ? (
        <>
          All times of the next {WINDOW_DAYS} days are taken. A new day opens every day; or ask for
          one on the <SettingLink name="discordInviteUrl">Discord server</SettingLink>.
        </>
      ) : (
        `No time of the next ${WINDOW_DAYS} days has room for ${hours} hours. Please choose fewer hours.`
      )}
    </p>
  );
}
