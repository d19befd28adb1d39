import type { IntroducedCoach } from '@carry/remote-kit/own-answers';
import styles from './coach.module.css';

const join = (items: readonly { name: string }[] = []) => items.map(({ name }) => name).join(', ');

export function Introduction({ coach: { games, languages, country } }: { coach: IntroducedCoach }) {
  const facts = [
    ['Coaches', join(games)],
    ['Speaks', join(languages)],
    ['Lives in', country?.name ?? ''],
  ].filter(([, value]) => value);
  if (facts.length === 0) return null;
  return (
    <dl className={styles.introduction}>
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
