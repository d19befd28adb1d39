import { paths } from '@carry/contracts/paths';
import { Link } from 'react-router-dom';

export interface ConsentProps {
  /** What somebody does by pressing the button, such as "registering". */
  by: string;
  className?: string | undefined;
}

/** What somebody agrees to who leaves an address; stands beside the button that sends it. */
export const Consent = ({ by, className }: ConsentProps) => (
  <p className={className}>
    By {by} you agree to our <Link to={paths.terms}>Terms</Link>. What we do with your address is
    said in <Link to={paths.privacy}>Privacy</Link>.
  </p>
);
