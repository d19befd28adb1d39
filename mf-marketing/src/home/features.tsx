import { Card, Icon } from '@carry/ui';
import styles from './home.module.css';

const features = [
  {
    title: 'Strengths and Weaknesses',
    text: 'Your coach watches you play and shows you what wins you games, what costs you games, and what to fix first.',
    mark: 'M5 20v-7m7 7V5m7 15V9',
  },
  {
    title: 'Strategy and Mechanics',
    text: 'Aim, movement, timing and decisions: drills and game plans that fit your rank.',
    mark: 'M19 12a7 7 0 1 1-14 0 7 7 0 0 1 14 0zM12 2v5m0 10v5M2 12h5m10 0h5',
  },
  {
    title: 'Learn your Role',
    text: 'Know what your team needs from you in every round and every lane, and how to carry from there.',
    mark: 'm12 3 8 4.5v9L12 21l-8-4.5v-9zM8.5 12.5l2.5 2.5 4.5-5',
  },
];

export const Features = () => (
  <section className={styles.section} aria-labelledby="work-title">
    <h2 id="work-title">What you'll work on</h2>
    <div className={styles.three}>
      {features.map(({ title, text, mark }) => (
        <Card key={title}>
          <Icon path={mark} className={styles.mark} />
          <h3>{title}</h3>
          <p>{text}</p>
        </Card>
      ))}
    </div>
  </section>
);
