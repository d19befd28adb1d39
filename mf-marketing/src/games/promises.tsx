import { useShell } from '@carry/remote-kit';
import { paths } from '@carry/remote-kit/paths';
import { hasText } from '@carry/remote-kit/texts';
import { Card, check, Icon, shield } from '@carry/ui';
import { Link } from 'react-router-dom';
import { struggles } from './content';
import styles from './game.module.css';

export const Guarantee = () => (
  <section>
    <Card className={styles.guarantee}>
      <Icon path={shield} />
      <h2>100% Satisfaction Guarantee</h2>
      <p>
        If you're not satisfied with your session, you get your money back. Refunds are fast, no
        questions asked.
      </p>
      <p>
        <Link to={paths.howItWorks}>How a session works</Link>
        {hasText(useShell().site, 'refunds') && <Link to={paths.refunds}>How refunds work</Link>}
      </p>
    </Card>
  </section>
);

export const Struggles = () => (
  <section>
    <Card className={styles.need}>
      <h2>Do You Need Coaching?</h2>
      <ul>
        {struggles.map((struggle) => (
          <li key={struggle}>
            <Icon path={check} /> {struggle}
          </li>
        ))}
      </ul>
    </Card>
  </section>
);
