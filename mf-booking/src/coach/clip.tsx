import type { IntroducedCoach } from '@carry/remote-kit/own-answers';
import { Icon, NamedPortrait, play, useIsClientRender } from '@carry/ui';
import { type MouseEvent, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import styles from './clip.module.css';

/** True if the document was loaded from this page's address, so that its policy allows the page's frames. */
function isOwnDocument(): boolean {
  const [loaded] = performance.getEntriesByType('navigation');
  return loaded !== undefined && new URL(loaded.name).pathname === location.pathname;
}

/** Introduction clip: a picture until pressed, because its player loads a third party. */
export function Clip({ coach }: { coach: IntroducedCoach }) {
  const [search] = useSearchParams();
  const isNew = useIsClientRender();
  // The policy of another page's document lacks the player's origin; then the link loads a new document.
  const [inPlace] = useState(() => !isNew || isOwnDocument());
  const [isPressed, setPressed] = useState(false);
  const { clip, name } = coach;
  if (!clip) return null;
  const isOpen = isPressed || (search.has('clip') && inPlace);
  const press = (event: MouseEvent) => {
    if (!inPlace) return;
    event.preventDefault();
    setPressed(true);
  };
  const service = /youtube/.test(clip.player) ? 'YouTube' : 'Twitch';
  if (isOpen)
    return (
      <iframe
        className={styles.clip}
        src={clip.player}
        title={`Video introduction of ${name} (${service})`}
        allow="autoplay; fullscreen; picture-in-picture"
        sandbox="allow-scripts allow-same-origin allow-presentation allow-popups"
      />
    );
  return (
    <a href="?clip=play" className={styles.clip} onClick={press}>
      <NamedPortrait
        src={coach.image_url}
        alt=""
        name={name}
        width="640"
        height="360"
        loading="lazy"
        decoding="async"
      />
      <span className={styles.label}>
        <Icon path={play} />{' '}
        <span>
          Meet <bdi>{name}</bdi> on video
        </span>{' '}
        <small>Plays from {service}</small>
      </span>
    </a>
  );
}
