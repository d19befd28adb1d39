import { useTime } from '@carry/remote-kit';
import { useCallback } from 'react';

/** Whether it is before a moment (ISO 8601) by the server's clock; false for one that is not there or cannot be read. */
export const useOpen = (until: string | undefined): boolean =>
  useTime(useCallback((now: number) => until !== undefined && now < Date.parse(until), [until])) ??
  false;
