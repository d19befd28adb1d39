import { browserZone, useTime } from '@carry/remote-kit';
import { globe, Icon } from '@carry/ui';
import { useRef, useState } from 'react';
import { zoneName } from './days';
import styles from './slots.module.css';
import { ZoneSearch } from './zone-search';

export interface ZoneChoiceProps {
  zone: string | null;
  onChange(zone: string | null): void;
}

const hourOf = (now: number) => Math.floor(now / 3_600_000) * 3_600_000;

export function ZoneChoice({ zone, onChange }: ZoneChoiceProps) {
  const now = useTime(hourOf);
  const [searching, setSearching] = useState(false);
  const change = useRef<HTMLButtonElement>(null);
  const close = () => {
    setSearching(false);
    change.current?.focus();
  };
  return (
    <div className={styles.zone}>
      <p>
        <Icon path={globe} />{' '}
        <span>
          {zone ? 'All times are in' : 'All times are in your local time zone'}
          {now === null ? '' : `: ${zoneName(now, zone ?? browserZone())}`}.
        </span>{' '}
        <button
          ref={change}
          type="button"
          aria-expanded={searching}
          onClick={() => setSearching(!searching)}
        >
          Change <span className={styles.hidden}>time zone</span>
        </button>
      </p>
      {searching && (
        <ZoneSearch
          now={now ?? 0}
          zone={zone}
          onChoose={(zone) => {
            onChange(zone);
            close();
          }}
          onClose={close}
        />
      )}
    </div>
  );
}
