import { browserZone, nameOtherZone } from '@carry/remote-kit';
import { formatZone, isTimeZone } from '@carry/remote-kit/format';
import { Button } from '@carry/ui';
import type { ReactNode } from 'react';
import { Note } from '../own/parts';

export interface DeviceZoneProps {
  zone: string;
  /** Id of the field, which gets the focus because the button disappears. */
  id: string;
  onChange(change: { time_zone: string }): void;
}

/** Shown if the clock of this device differs from that of the hours. */
export function DeviceZone({ zone, id, onChange }: DeviceZoneProps): ReactNode {
  const other = isTimeZone(zone) && nameOtherZone(zone);
  if (!other) return null;
  const device = browserZone();
  const name = formatZone(device);
  const use = () => {
    onChange({ time_zone: device });
    document.getElementById(id)?.focus();
  };
  return (
    <Note>
      Your device is in <span translate="no">{name}</span>. Your hours are in{' '}
      <span translate="no">{other}</span>.{' '}
      <Button variant="quiet" small onClick={use}>
        Use {name}
      </Button>
    </Note>
  );
}
