import { paths } from 'contracts/paths';
import { Link } from 'react-router-dom';
import { Banner } from 'shared-ui';

export const SignInPrompt = () => (
  <Banner tone="info">
    <p>
      <Link to={paths.login}>Login</Link> / <Link to={paths.register}>Register</Link> to book. What you typed stays here.
    </p>
  </Banner>
);
