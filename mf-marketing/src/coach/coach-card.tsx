import type { Coach, Service } from 'contracts/api';
import { FEATURED_COACH_ID, paths } from 'contracts/paths';
import { Suspense } from 'react';
import { Await, Link } from 'react-router-dom';
import { Card, LinkButton, Skeleton } from 'shared-ui';
import { LazyMarkdown } from 'shared-ui/lazy-markdown';
import { specialties } from '../games/content';
import styles from './coach.module.css';

const money = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', trailingZeroDisplay: 'stripIfInteger' });

export interface CoachCardProps {
  coach: Coach | Promise<Coach>;
  services: Service[] | Promise<Service[]>;
}

/** The featured coach: who, what for, from which price, and the way to book. */
export const CoachCard = ({ coach, services }: CoachCardProps) => (
  <section aria-labelledby="coach-title">
    <h2 id="coach-title">Meet your coach</h2>
    <Card className={styles.card}>
      <Suspense fallback={<Skeleton size="panel" />}>
        <Await resolve={coach} errorElement={<p>The coach could not be loaded, but booking works.</p>}>
          {(coach: Coach) => <About coach={coach} />}
        </Await>
      </Suspense>
      <div>
        <h3>Specialties</h3>
        <ul className={styles.specialties}>
          {specialties.map((specialty) => (
            <li key={specialty}>{specialty}</li>
          ))}
        </ul>
        <p className={styles.price}>
          <Suspense fallback="Prices are loading">
            <Await resolve={services} errorElement="See prices on the booking page">
              {(services: Service[]) => fromPrice(services)}
            </Await>
          </Suspense>
        </p>
        <LinkButton as={Link} to={paths.booking(FEATURED_COACH_ID)}>
          Book Now
        </LinkButton>
      </div>
    </Card>
  </section>
);

function About({ coach }: { coach: Coach }) {
  const second = coach.rank_images?.[1];
  return (
    <div>
      <div className={styles.who}>
        {coach.image_url && <img src={coach.image_url} alt="" width="88" height="88" />}
        <h3>{coach.name}</h3>
      </div>
      <LazyMarkdown under={3}>{coach.description}</LazyMarkdown>
      {second && <img src={second.url} alt={second.alt} width="96" height="96" />}
    </div>
  );
}

function fromPrice(services: Service[]): string {
  const hourly = services.filter((service) => service.is_hourly).map(({ rate }) => rate);
  return hourly.length > 0 ? `From ${money.format(Math.min(...hourly))}/hour` : '';
}
