import { MAX_RATE } from '@carry/remote-kit/limits';
import { paths } from '@carry/remote-kit/paths';
import { Button, SelectField, TextField } from '@carry/ui';
import { type FormEvent, useEffect, useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import { games } from '../games/games';
import type { Directory } from './api';
import styles from './directory.module.css';
import { getPath, names, type Query, readQuery, toSearch } from './query';

export interface FiltersProps {
  query: Query;
  /** Languages of listed coaches; empty until they are known. */
  languages: Directory['languages'];
}

/** A GET form, which works without scripts. */
export function Filters({ query, languages }: FiltersProps) {
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  const shown = useRef(query);
  useEffect(() => {
    if (form.current && toSearch(shown.current) !== toSearch(query)) fillIn(form.current, query);
    shown.current = query;
  }, [query]);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const filters = readQuery(new FormData(event.currentTarget).entries());
    void navigate(getPath(filters), { preventScrollReset: true });
  };
  return (
    <form
      ref={form}
      method="get"
      action={paths.coaches}
      className={styles.filters}
      aria-label="Filter coaches"
      onSubmit={submit}
    >
      <SelectField id="game" name="game" label="Game" defaultValue={query.game ?? ''}>
        <option value="">All games</option>
        {games.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      <SelectField
        id="language"
        name="language"
        label="Language"
        defaultValue={query.language ?? ''}
      >
        <option value="">Any</option>
        {withChosen(languages, query.language).map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </SelectField>
      <Price name="min_price" label="Price from ($)" value={query.min_price} />
      <Price name="max_price" label="Price to ($)" value={query.max_price} />
      <SelectField id="sort" name="sort" label="Sort by" defaultValue={query.sort ?? 'rating'}>
        <option value="rating">Best rated</option>
        <option value="price">Lowest price</option>
        <option value="next_free">Next free time</option>
      </SelectField>
      <label className={styles.check}>
        <input type="checkbox" name="free" value="week" defaultChecked={query.free === 'week'} />
        Free this week
      </label>
      <Button type="submit" variant="quiet">
        Show coaches
      </Button>
    </form>
  );
}

/** Shows a query in the fields, after Back for example. New fields would lose the focus. */
function fillIn({ elements }: HTMLFormElement, query: Query): void {
  for (const name of names) {
    const field = elements.namedItem(name);
    if (field instanceof HTMLSelectElement)
      field.value = query[name] ?? field.options[0]?.value ?? '';
    else if (field instanceof HTMLInputElement && field.type === 'checkbox')
      field.checked = query[name] === field.value;
    else if (field instanceof HTMLInputElement) field.value = query[name] ?? '';
  }
}

type Languages = Directory['languages'];

/** Returns the languages with the chosen one, which no listed coach may speak. */
function withChosen(languages: Languages, chosen: string | undefined): Languages {
  if (!chosen || languages.some(({ code }) => code === chosen)) return languages;
  const name = new Intl.DisplayNames('en', { type: 'language' }).of(chosen) ?? chosen;
  return [...languages, { code: chosen, name }];
}

interface PriceProps {
  name: 'min_price' | 'max_price';
  label: string;
  value: string | undefined;
}

const Price = ({ name, label, value }: PriceProps) => (
  <TextField
    id={name}
    name={name}
    label={label}
    type="number"
    inputMode="decimal"
    min={0}
    max={MAX_RATE}
    step="0.01"
    defaultValue={value}
  />
);
