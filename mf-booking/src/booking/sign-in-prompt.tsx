import { paths } from '@carry/remote-kit/paths';
import { Banner } from '@carry/ui';
import { Link } from 'react-router-dom';
import styles from './booking.module.css';

/** Also rendered while the auth status is unknown. CSS hides it if a session is stored. */
export const SignInPrompt = () => (
  <Banner tone="info" className={styles.prompt}>
    <p>
      <Link to={paths.login}>Login</Link> / <Link to={paths.register}>Register</Link> to book. We'll
      keep what you've typed.
    </p>
  </Banner>
);
