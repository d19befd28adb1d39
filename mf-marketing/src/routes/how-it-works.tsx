import type { RouteHandle } from '@carry/remote-kit';
import { paths } from '@carry/remote-kit/paths';
import { Card, check, Icon, LinkButton } from '@carry/ui';
import { Link } from 'react-router-dom';
import { GuaranteeLine } from '../coach/facts';
import { stages } from '../how-it-works/content';
import styles from '../how-it-works/how-it-works.module.css';

const title = 'How a session works';
const lead =
  'From booking to follow-up: what you do, what your coach does, and how your payment is protected.';

const HowItWorks = () => (
  <div className={styles.page}>
    <h1 tabIndex={-1}>{title}</h1>
    <p className={styles.lead}>{lead}</p>
    <ol className={styles.stages}>
      {stages.map(({ title, summary, points }) => (
        <li key={title}>
          <Card className={styles.stage}>
            <div>
              <h2>{title}</h2>
              <p>{summary}</p>
            </div>
            <ul>
              {points.map((point) => (
                <li key={point}>
                  <Icon path={check} /> <span>{point}</span>
                </li>
              ))}
            </ul>
          </Card>
        </li>
      ))}
    </ol>
    <div className={styles.end}>
      <LinkButton as={Link} to={paths.home}>
        Find a coach
      </LinkButton>
      <GuaranteeLine />
    </div>
  </div>
);

const handle: RouteHandle = {
  query: [],
  menu: { group: 'Help', label: title },
  sitemap: [paths.howItWorks],
  head: ({ site }) => ({ title: `${title} | ${site.name}`, description: lead }),
};

export const route = () => ({ Component: HowItWorks, handle });
