import styles from './home.module.css';

const steps = [
  {
    title: 'Pick your game',
    text: 'Meet a coach who plays it. You see ranks, reviews and prices before you sign up.',
  },
  {
    title: 'Book a time',
    text: 'Pick a time in your own time zone and pay by card. Not satisfied? You get your money back.',
  },
  {
    title: 'Start carrying',
    text: "Play, stream and talk on Discord. You'll leave with one thing to work on next.",
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
