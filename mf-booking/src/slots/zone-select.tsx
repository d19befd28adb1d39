import { useState } from 'react';
import { useTime } from 'remote-kit';
import { SelectField } from 'shared-ui';
import { browserZone, zoneName } from './days';
import styles from './slots.module.css';

export interface ZoneSelectProps {
  /** The chosen zone, or null for the browser's own. */
  zone: string | null;
  onChange(zone: string | null): void;
}

const hourOf = (now: number) => Math.floor(now / 3_600_000) * 3_600_000;

/** Says in which time zone the times are, and shows them in another one. */
export function ZoneSelect({ zone, onChange }: ZoneSelectProps) {
  const now = useTime(hourOf); // an offset holds for an hour at least
  const [opened, setOpened] = useState(false);
  const open = () => setOpened(true);
  return (
    <div className={styles.zone}>
      <p>
        {zone ? 'All times are in' : 'All times are in your local time zone'}
        {now === null ? '' : `: ${zoneName(now, zone ?? browserZone())}`}.
      </p>
      <SelectField
        id="booking-zone"
        name="zone"
        label="Show times in"
        value={zone ?? ''}
        onPointerEnter={open}
        onPointerDown={open}
        onFocus={open}
        onChange={({ target }) => onChange(target.value || null)}
      >
        <option value="">My time zone</option>
        {opened ? <ZoneOptions chosen={zone} /> : zone && <option>{zone}</option>}
      </SelectField>
    </div>
  );
}

/** Four hundred of them: made when somebody is about to open the list. */
function ZoneOptions({ chosen }: { chosen: string | null }) {
  const names = Intl.supportedValuesOf('timeZone');
  return (
    <>
      {chosen && !names.includes(chosen) && <option>{chosen}</option>}
      {names.map((name) => (
        <option key={name}>{name}</option>
      ))}
    </>
  );
}
