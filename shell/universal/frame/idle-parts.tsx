import { Toasts } from '../notify/toasts';
import { useQuestionsOfPage } from '../notify/use-questions-of-page';
import { ExpiredBar } from './expired-bar';

/** Parts of the frame that no page needs at once. */
export function IdleParts() {
  useQuestionsOfPage();
  return (
    <>
      <ExpiredBar />
      <Toasts />
    </>
  );
}
