import type { FieldWiring } from '@carry/remote-kit';
import { MAX_RANKS } from '@carry/remote-kit/limits';
import type { Profile } from '@carry/remote-kit/own-answers';
import { Button, Setting, TextField } from '@carry/ui';
import { Fields, Rows, SmallButton } from '../own/parts';
import { AddPicture } from './add-picture';
import { getRowActions, isUploaded, nextKey, type ProfileDraft } from './draft';
import styles from './profile.module.css';

type RankRows = ProfileDraft['ranks'];

export interface RanksProps {
  ranks: RankRows;
  /** Pictures that the server has. */
  stored: Profile['rank_images'];
  field(name: `rank-${number}`): FieldWiring;
  onChange(ranks: RankRows): void;
  /** Null if the server has no uploads. */
  onUploaded: ((profile: Profile) => void) | null;
}

export function Ranks({ ranks, stored, field, onChange, onUploaded }: RanksProps) {
  const { set, remove } = getRowActions(ranks, onChange);
  return (
    <Setting
      title="Ranks"
      description="Add a picture and a name for each rank, such as “Rank: Summit, Counter-Strike 2”."
    >
      <Rows>
        {ranks.map(({ key, url, alt }) => (
          <li key={key}>
            <Fields>
              {isUploaded(url) ? (
                <img className={styles.badge} src={url} alt="" width="88" height="88" />
              ) : (
                <TextField
                  {...field(`rank-${key}`)}
                  label="Picture"
                  type="url"
                  required
                  value={url}
                  onChange={({ target }) => set(key, { url: target.value })}
                />
              )}
              <TextField
                {...(isUploaded(url)
                  ? field(`rank-${key}`)
                  : { id: `profile-rank-words-${key}`, name: `rank-words-${key}` })}
                label="Rank name"
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
      {onUploaded && ranks.length < MAX_RANKS && (
        <AddPicture
          use="rank"
          stored={stored}
          ratio={1}
          title="Upload a rank picture"
          words="Name of the new rank"
          missing="Enter a rank name."
          action="Add this rank"
          onUploaded={onUploaded}
        />
      )}
      <Button
        variant="quiet"
        disabled={ranks.length >= MAX_RANKS}
        onClick={() => onChange([...ranks, { key: nextKey(ranks), url: '', alt: '' }])}
      >
        {onUploaded ? 'Add a rank by link' : 'Add a rank'}
      </Button>
    </Setting>
  );
}
