import { LinkButton } from '@carry/ui';
import type { RefusedPreview } from '../page/boot';
import { Drawing } from './drawing';
import styles from './outlet.module.css';

const reasons: Record<RefusedPreview['why'], (preview: string) => [why: string, next: string]> = {
  expired: (preview) => [
    `The link to ${preview} has expired.`,
    'Ask the team that sent it for a new one.',
  ],
  ended: (preview) => [
    `${preview[0]?.toUpperCase()}${preview.slice(1)} has ended.`,
    'Ask the team that sent the link for a new one.',
  ],
  invalid: (preview) => [
    `The link to ${preview} isn't valid.`,
    'Check that you copied all of it, or ask the team that sent it for a new one.',
  ],
  unreachable: (preview) => [
    `We can't load ${preview} right now.`,
    'Open the link again in a minute.',
  ],
  cookies: () => ['Your browser blocks cookies.', 'Allow them and open the link again.'],
  full: (preview) => [
    `You have too many previews switched on to add ${preview}.`,
    'Switch one off under Details, then open the link again.',
  ],
  off: () => ['Previews are turned off on this site.', 'Ask the team that sent the link.'],
};

export function PreviewRefused({ remote, why, livePage }: RefusedPreview) {
  const [reason, next] = reasons[why](
    remote === null ? 'this preview' : `the preview of ${remote}`,
  );
  return (
    <section className={styles.missing}>
      <div>
        <h1 tabIndex={-1}>Preview not available</h1>
        <p>{reason}</p>
        <p>{next}</p>
        <LinkButton as="a" href={livePage}>
          Open the live page
        </LinkButton>
      </div>
      <Drawing name="lost" />
    </section>
  );
}
