import type { FieldWiring } from '@carry/remote-kit';
import { formatDate } from '@carry/remote-kit/format';
import type { Availability } from '@carry/remote-kit/own-answers/coach';
import { Button, close, Icon, Setting } from '@carry/ui';
import { useState } from 'react';
import styles from './availability.module.css';
import { Windows } from './windows';

export const formatDay = (date: string): string =>
  formatDate(new Date(`${date}T00:00:00Z`), {
    weekday: 'short',
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    timeZone: 'UTC',
  });

export interface SpecialProps {
  hours: Availability;
  field(name: `special-${string}`): FieldWiring;
  onChange(change: Partial<Availability>): void;
}

export function Special({ hours: { special }, field, onChange }: SpecialProps) {
  const [date, setDate] = useState('');
  const isListed = special.some((day) => day.date === date);
  const add = () => {
    onChange({
      special: [...special, { date, windows: [] }].sort((a, b) => a.date.localeCompare(b.date)),
    });
    setDate('');
  };
  return (
    <Setting
      title="Days off and special hours"
      says="These replace your weekly hours on that day. Sessions already booked stay."
    >
      {special.length > 0 && (
        <ul className={styles.days}>
          {special.map((entry) => {
            const { id, error, alert } = field(`special-${entry.date}`);
            return (
              <li key={entry.date}>
                <strong>{formatDay(entry.date)}</strong>
                <Windows
                  id={id}
                  day={formatDay(entry.date)}
                  windows={entry.windows}
                  error={error}
                  alert={alert}
                  onChange={(windows) =>
                    onChange({
                      special: special.map((other) =>
                        other.date === entry.date ? { ...entry, windows } : other,
                      ),
                    })
                  }
                />
                <Button
                  variant="quiet"
                  small
                  className={styles.remove}
                  aria-label={`Remove ${formatDay(entry.date)}`}
                  onClick={() =>
                    onChange({ special: special.filter((other) => other.date !== entry.date) })
                  }
                >
                  <Icon path={close} />
                </Button>
              </li>
            );
          })}
        </ul>
      )}
      <div className={styles.add}>
        <label>
          Date
          <input
            type="date"
            id="availability-special-date"
            name="special-date"
            className={styles.date}
            value={date}
            onChange={({ target }) => setDate(target.value)}
          />
        </label>
        <Button variant="quiet" disabled={!date || isListed} onClick={add}>
          Add a day off
        </Button>
      </div>
    </Setting>
  );
}
