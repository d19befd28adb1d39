import { FailureReference, Retry } from '@carry/remote-kit';
import { Banner } from '@carry/ui';

export const CoachesFailed = () => (
  <Banner tone="danger" role="alert">
    <p>We couldn't load the coaches.</p>
    <FailureReference />
    <Retry />
  </Banner>
);
