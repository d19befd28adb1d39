import { getDateFormat } from '@carry/remote-kit/format';

export const hourIn = (timeZone: string, instant: number): number =>
  Number(
    getDateFormat({ timeZone, hour: '2-digit', hourCycle: 'h23' }, 'en-US')
      .formatToParts(instant)
      .find(({ type }) => type === 'hour')?.value,
  );
