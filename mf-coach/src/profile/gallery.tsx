import type { FieldWiring } from '@carry/remote-kit';
import { MAX_GALLERY } from '@carry/remote-kit/limits';
import type { Profile } from '@carry/remote-kit/own-answers';
import { Setting, TextField } from '@carry/ui';
import { Rows, SmallButton } from '../own/parts';
import { AddPicture } from './add-picture';
import { getRowActions, type PictureRow } from './draft';
import styles from './profile.module.css';

export interface GalleryProps {
  pictures: PictureRow[];
  /** Pictures that the server has. */
  stored: Profile['rank_images'];
  field(name: `picture-${number}`): FieldWiring;
  onChange(pictures: PictureRow[]): void;
  onUploaded(profile: Profile): void;
}

export function Gallery({ pictures, stored, field, onChange, onUploaded }: GalleryProps) {
  const { set, remove, moveUp } = getRowActions(pictures, onChange);
  return (
    <Setting
      title="Pictures"
      description={`Up to ${MAX_GALLERY} pictures below your introduction: your setup, a final, a scoreboard. Uploads are saved at once; save the profile after changing their order or captions.`}
    >
      <Rows>
        {pictures.map(({ key, url, alt }, index) => (
          <li key={key}>
            <div className={styles.picture}>
              <img src={url} alt="" width="160" height="90" loading="lazy" />
              <TextField
                {...field(`picture-${key}`)}
                label="What it shows"
                required
                value={alt}
                onChange={({ target }) => set(key, { alt: target.value })}
              />
            </div>
            {index > 0 && (
              <SmallButton label={`Move ${alt || 'the picture'} up`} onClick={() => moveUp(index)}>
                Move up
              </SmallButton>
            )}{' '}
            <SmallButton label={`Remove ${alt || 'the picture'}`} onClick={() => remove(key)}>
              Remove
            </SmallButton>
          </li>
        ))}
      </Rows>
      {pictures.length < MAX_GALLERY && (
        <AddPicture
          use="gallery"
          stored={stored}
          ratio={16 / 9}
          title="Add a picture"
          words="What the new picture shows"
          missing="Enter what the picture shows."
          action="Add this picture"
          onUploaded={onUploaded}
        />
      )}
    </Setting>
  );
}
