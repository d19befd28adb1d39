import type { FieldWiring } from '@carry/remote-kit';
import { MAX_PICTURE_WORDS, MAX_RANKS } from '@carry/remote-kit/limits';
import { Button, Setting, TextField } from '@carry/ui';
import { Fields, Rows, SmallButton } from '../own/parts';
import { nextKey, type ProfileDraft } from './draft';
import { getRowActions } from './rows';

type RankRows = ProfileDraft['ranks'];

export interface RanksProps {
  ranks: RankRows;
  field(name: `rank-${number}`): FieldWiring;
  onChange(ranks: RankRows): void;
}

export function Ranks({ ranks, field, onChange }: RanksProps) {
  const { set, remove } = getRowActions(ranks, onChange);
  return (
    <Setting
      title="Ranks"
      says="Add a picture and a name for each rank, such as “Rank: Summit, Counter-Strike 2”."
    >
      <Rows>
        {ranks.map(({ key, url, alt }) => (
          <li key={key}>
            <Fields>
              <TextField
                {...field(`rank-${key}`)}
                label="Picture"
                type="url"
                required
                value={url}
                onChange={({ target }) => set(key, { url: target.value })}
              />
              <TextField
                id={`profile-rank-words-${key}`}
                name={`rank-words-${key}`}
                label="Rank name"
                maxLength={MAX_PICTURE_WORDS}
                required
                value={alt}
                onChange={({ target }) => set(key, { alt: target.value })}
              />
            </Fields>
            <SmallButton label={`Remove ${alt || 'the rank'}`} onClick={() => remove(key)}>
              Remove
            </SmallButton>
          </li>
        ))}
      </Rows>
      <Button
        variant="quiet"
        disabled={ranks.length >= MAX_RANKS}
        onClick={() => onChange([...ranks, { key: nextKey(ranks), url: '', alt: '' }])}
      >
        Add a rank
      </Button>
    </Setting>
  );
}
