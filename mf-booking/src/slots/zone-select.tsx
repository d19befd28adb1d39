import { SelectField } from 'shared-ui';
import { browserZone, zoneName } from './days';
import styles from './slots.module.css';

export interface ZoneSelectProps {
  /** False until the visitor's own zone is known. */
  ready: boolean;
  /** The chosen zone, or null for the browser's own. */
  zone: string | null;
  onChange(zone: string | null): void;
}

/** Says in which time zone the times are, and shows them in another one. */
export const ZoneSelect = ({ ready, zone, onChange }: ZoneSelectProps) => (
  <div className={styles.zone}>
    <p>
      {zone ? 'All times are in' : 'All times are in your local time zone'}
      {ready ? `: ${zoneName(new Date(), zone ?? browserZone())}` : ''}.
    </p>
    <SelectField label="Show times in" value={zone ?? ''} onChange={({ target }) => onChange(target.value || null)}>
      <option value="">My time zone</option>
      {ready && Intl.supportedValuesOf('timeZone').map((name) => <option key={name}>{name}</option>)}
    </SelectField>
  </div>
);
