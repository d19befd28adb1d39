import { Card } from 'shared-ui';
import styles from './home.module.css';

const features = [
  {
    title: 'Strengths and Weaknesses',
    text: 'Your coach watches you play and names what wins you games, what loses them, and what to work on first.',
    mark: 'M4 20V10h5v10zm7 0V4h5v16zm7 0v-7h5v7z',
  },
  {
    title: 'Strategy and Mechanics',
    text: 'Aim, movement, timing and decisions: drills for your hands and plans for your head, made for your rank.',
    mark: 'M13 2a11 11 0 1 0 0 22 11 11 0 0 0 0-22zm1 4.2A7 7 0 0 1 19.8 12H17v2h2.8a7 7 0 0 1-5.8 5.8V17h-2v2.8A7 7 0 0 1 6.2 14H9v-2H6.2A7 7 0 0 1 12 6.2V9h2z',
  },
  {
    title: 'Learn your Role',
    text: 'Know what your team needs from you in every round and every lane, and how to carry from there.',
    mark: 'M13 2 3 6v7c0 6 4.3 9.6 10 12 5.700-2.400 10-6 10-12V6zm-1.500 15.500-4-4 1.600-1.600 2.400 2.400 5.400-5.400 1.600 1.600z',
  },
];

export const Features = () => (
  <section className={styles.features} aria-label="What you work on">
    {features.map(({ title, text, mark }) => (
      <Card key={title}>
        <svg width="26" height="26" viewBox="0 0 26 26" className={styles.mark} aria-hidden="true">
          <path d={mark} fill="currentColor" />
        </svg>
        <h2>{title}</h2>
        <p>{text}</p>
      </Card>
    ))}
  </section>
);
