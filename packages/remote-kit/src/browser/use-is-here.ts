import { useCallback, useEffect, useRef } from 'react';
import { useNavigation } from 'react-router-dom';

/** The returned function returns whether the visitor is still on this page, and not on the way to another. Check it before a late answer navigates. */
export function useIsHere(): () => boolean {
  const { state } = useNavigation();
  const isHere = useRef(false);
  useEffect(() => {
    isHere.current = state === 'idle';
    return () => {
      isHere.current = false;
    };
  }, [state]);
  return useCallback(() => isHere.current, []);
}
