import type { RouteHandle } from 'contracts/shell';
import { ContinueBooking } from '../home/continue-booking';
import { Features } from '../home/features';
import { GameGrid } from '../home/game-grid';
import { GamePicker } from '../home/game-picker';
import { HeroArt } from '../home/hero-art';
import styles from '../home/home.module.css';

const title = 'Level Up With World-Class Coaches';
const subline = 'Pick your game, meet elite coaches, and start carrying—fast.';

/** A text in which one part stays on one line. */
function unbroken(text: string, part: string) {
  const [before, after] = text.split(part);
  return (
    <>
      {before}
      <span className={styles.unbroken}>{part}</span>
      {after}
    </>
  );
}

function Home() {
  return (
    <>
      <ContinueBooking />
      <section className={styles.hero}>
        <div>
          <p className={styles.eyebrow}>One-on-one esports coaching</p>
          <h1 tabIndex={-1}>{unbroken(title, 'World-Class')}</h1>
          <p className={styles.subline}>{unbroken(subline, 'carrying—fast.')}</p>
          <div className={styles.choice}>
            <GamePicker />
            <a href="#games" className={styles.skim}>
              or see all five
            </a>
          </div>
        </div>
        <HeroArt />
      </section>
      <Features />
      <GameGrid />
    </>
  );
}

const handle: RouteHandle = {
  head: ({ site }) => ({
    title: `${site.name}: ${title}`,
    description: `${subline} One-on-one coaching for Counter-Strike 2, Valorant, League of Legends, Dota 2 and Fortnite.`,
    jsonLd: [
      { '@type': 'WebPage', '@id': `${site.url}/#webpage`, url: `${site.url}/`, name: title, isPartOf: { '@id': `${site.url}/#website` } },
    ],
  }),
};

export const route = { Component: Home, handle };
