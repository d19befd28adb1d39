import { browserZone } from '@carry/remote-kit';
import { TextField } from '@carry/ui';
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import { zoneName } from './days';
import { findZones, MAX_ZONES } from './find-zones';
import styles from './slots.module.css';

export interface ZoneSearchProps {
  /** Instant of the displayed offsets, ms since the epoch. */
  now: number;
  zone: string | null;
  onChoose(zone: string | null): void;
  onClose(): void;
}

const ID = 'booking-zone';

export function ZoneSearch({ now, zone, onChoose, onClose }: ZoneSearchProps) {
  const [typed, setTyped] = useState('');
  const [active, setActive] = useState(0);
  const search = useRef<HTMLDivElement>(null);
  const names = useMemo(() => Intl.supportedValuesOf('timeZone'), []);
  useEffect(() => search.current?.querySelector('input')?.focus(), []);

  const matches = findZones(typed, names);
  const options: (string | null)[] = [null, ...matches.slice(0, MAX_ZONES)];
  const getName = (option: string | null) =>
    option === null ? `My time zone: ${zoneName(now, browserZone())}` : zoneName(now, option);
  const keys: Record<string, () => void> = {
    ArrowDown: () => setActive((active + 1) % options.length),
    ArrowUp: () => setActive((active + options.length - 1) % options.length),
    Enter: () => onChoose(options[active] ?? null),
    Escape: onClose,
  };
  const press = (event: KeyboardEvent) => {
    const run = keys[event.key];
    if (!run) return;
    event.preventDefault();
    run();
  };
  return (
    <div ref={search} className={styles.search}>
      <TextField
        id={ID}
        name="zone"
        label="Show times in"
        placeholder="City or region, such as Tokyo"
        autoComplete="off"
        spellCheck={false}
        role="combobox"
        aria-expanded
        aria-autocomplete="list"
        aria-controls={`${ID}-list`}
        aria-activedescendant={`${ID}-${active}`}
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value);
          setActive(findZones(target.value, names).length > 0 ? 1 : 0);
        }}
        onKeyDown={press}
      />
      <div id={`${ID}-list`} role="listbox" aria-label="Time zones" className={styles.zones}>
        {options.map((option, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keys
          <div
            key={option ?? ''}
            id={`${ID}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            data-chosen={option === zone || undefined}
            onClick={() => onChoose(option)}
          >
            {getName(option)}
          </div>
        ))}
      </div>
      <p role="status">{describeResults(typed, matches.length)}</p>
    </div>
  );
}

function describeResults(typed: string, count: number): string {
  if (!typed.trim()) return '';
  if (count === 0) return 'No time zone matches. Try a large city nearby.';
  return count > MAX_ZONES
    ? `Showing ${MAX_ZONES} of ${count} time zones. Keep typing to narrow the list.`
    : '';
}
