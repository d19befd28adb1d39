import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { useHost } from '../host/host';

/** Answers no to the open questions of a page that is left, so that they don't act on it afterwards. Alerts stay. */
export function useQuestionsOfPage(): void {
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
