import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { useHost } from '../host/host';
import { Toasts } from '../notify/toasts';
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

/** Answers no to the open questions of a page that is left, so that they don't act on it afterwards. Alerts stay. */
function useQuestionsOfPage(): void {
  const { notify } = useHost();
  const { pathname } = useLocation();
  useEffect(
    () => () => {
      for (const { kind, answer } of notify.getState().questions)
        if (kind === 'confirm') answer(false);
    },
    [notify, pathname],
  );
}
