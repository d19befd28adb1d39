import { browserZone, useShell, useTime } from '@carry/remote-kit';
import { globe, Icon } from '@carry/ui';
import { type ComponentType, useRef, useState } from 'react';
import { zoneName } from './days';
import styles from './slots.module.css';
import type { ZoneSearchProps } from './zone-search';

export interface ZoneChoiceProps {
  zone: string | null;
  onChange(zone: string | null): void;
}

const roundToHour = (now: number) => Math.floor(now / 3_600_000) * 3_600_000;

export function ZoneChoice({ zone, onChange }: ZoneChoiceProps) {
  const { notify } = useShell();
  const now = useTime(roundToHour);
  const [Search, setSearch] = useState<ComponentType<ZoneSearchProps> | null>(null);
  const change = useRef<HTMLButtonElement>(null);
  const open = () =>
    import(/* webpackChunkName: "on-demand" */ './zone-search').then(
      ({ ZoneSearch }) => setSearch(() => ZoneSearch),
      () => notify.alert("We couldn't load the time zones.", 'Please try again.'),
    );
  const close = () => {
    setSearch(null);
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
          aria-expanded={Search !== null}
          onClick={() => (Search ? close() : void open())}
        >
          Change <span className={styles.hidden}>time zone</span>
        </button>
      </p>
      {Search && (
        <Search
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
