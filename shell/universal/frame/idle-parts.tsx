import { Toasts } from '../notify/toasts';
import { ExpiredBar } from './expired-bar';

/** Parts of the frame that no page needs at once. */
export const IdleParts = () => (
  <>
    <ExpiredBar />
    <Toasts />
  </>
);
