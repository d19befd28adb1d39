import type { FieldWiring } from '@carry/remote-kit';
import { MAX_LANGUAGES } from '@carry/remote-kit/limits';
import type { Profile } from '@carry/remote-kit/own-answers';
import { SelectField, Setting, TextField } from '@carry/ui';
import { SmallButton } from '../own/parts';
import type { IntroductionDraft } from './draft';
import styles from './profile.module.css';

export interface IntroductionProps {
  draft: IntroductionDraft;
  choices: NonNullable<Profile['choices']>;
  field(name: 'clip'): FieldWiring;
  onChange(change: Partial<IntroductionDraft>): void;
}

const toggle = (items: readonly string[], item: string) =>
  items.includes(item) ? items.filter((one) => one !== item) : [...items, item];

export function Introduction({ draft, choices, field, onChange }: IntroductionProps) {
  const { games, languages, country, clip } = draft;
  return (
    <Setting
      title="How students find you"
      description="Students filter coaches by game and language. Your clip shows on your page."
    >
      <fieldset className={styles.choices}>
        <legend>Games you coach</legend>
        {choices.games.map(({ code, name }) => (
          <label key={code}>
            <input
              type="checkbox"
              name={`game-${code}`}
              checked={games.includes(code)}
              onChange={() => onChange({ games: toggle(games, code) })}
            />
            {name}
          </label>
        ))}
      </fieldset>
      <Languages
        chosen={languages}
        choices={choices.languages}
        onChange={(languages) => onChange({ languages })}
      />
      <SelectField
        id="profile-country"
        name="country"
        label="Country"
        value={country}
        onChange={({ target }) => onChange({ country: target.value })}
      >
        <option value="">Not shown</option>
        {choices.countries.map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </SelectField>
      <TextField
        {...field('clip')}
        label="Introduction clip"
        type="url"
        hint="A link to a YouTube or Twitch video. Leave empty to hide it."
        value={clip}
        onChange={({ target }) => onChange({ clip: target.value })}
      />
    </Setting>
  );
}

interface LanguagesProps {
  chosen: readonly string[];
  choices: readonly { code: string; name: string }[];
  onChange(languages: string[]): void;
}

const Languages = ({ chosen, choices, onChange }: LanguagesProps) => (
  <div>
    <SelectField
      id="profile-language"
      name="language"
      label="Languages you coach in"
      value=""
      disabled={chosen.length >= MAX_LANGUAGES}
      onChange={({ target }) => target.value && onChange(toggle(chosen, target.value))}
    >
      <option value="">Add a language</option>
      {choices
        .filter(({ code }) => !chosen.includes(code))
        .map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
    </SelectField>
    <ul className={styles.languages}>
      {choices
        .filter(({ code }) => chosen.includes(code))
        .map(({ code, name }) => (
          <li key={code}>
            {name}{' '}
            <SmallButton label={`Remove ${name}`} onClick={() => onChange(toggle(chosen, code))}>
              Remove
            </SmallButton>
          </li>
        ))}
    </ul>
  </div>
);
