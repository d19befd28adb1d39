import styles from './home.module.css';

const steps = [
  {
    title: 'Pick your game',
    text: 'Meet the coach who plays it, with ranks, reviews and prices in the open.',
  },
  {
    title: 'Book a time',
    text: 'Choose a time in your own time zone and pay by card. Not satisfied? You get your money back.',
  },
  {
    title: 'Start carrying',
    text: 'Play, stream and talk on Discord. You leave with one thing to work on next.',
  },
];

export const HowItWorks = () => (
  <section className={styles.section} aria-labelledby="how-title">
    <h2 id="how-title">How it works</h2>
    <ol className={styles.steps}>
      {steps.map(({ title, text }) => (
        <li key={title}>
          <h3>{title}</h3>
          <p>{text}</p>
        </li>
      ))}
    </ol>
  </section>
);
