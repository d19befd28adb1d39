import { Card, Icon, LinkButton, video } from '@carry/ui';
import styles from './confirmed.module.css';

/** Shown instead of Discord for a coach with an own room. */
export const MeetingLink = ({ url }: { url: string }) => (
  <Card>
    <h2>How to join</h2>
    <p className={styles.why}>
      Your coach meets you in their own room. Open the link when your session starts.
    </p>
    <LinkButton href={url} target="_blank">
      <Icon path={video} /> Join session
    </LinkButton>
  </Card>
);
