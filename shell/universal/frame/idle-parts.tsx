import { Toasts } from '../notify/toasts';
import { useQuestionsOfPage } from '../notify/use-questions-of-page';
import { ExpiredBar } from './expired-bar';

export function IdleParts() {
  useQuestionsOfPage();
  return (
    <>
      <ExpiredBar />
      <Toasts />
    </>
  );
}
