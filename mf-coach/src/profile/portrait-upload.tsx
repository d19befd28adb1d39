import { useShell, useUnsavedChanges } from '@carry/remote-kit';
import type { Profile } from '@carry/remote-kit/own-answers';
import { Button, type Crop, NamedPortrait, PictureCrop, PictureInput, Setting } from '@carry/ui';
import { setPortrait } from './api';
import styles from './profile.module.css';
import { MEGABYTES, useUpload } from './use-upload';

/** Width by height. */
const RATIO = 5 / 6;

interface PortraitUploadProps {
  data: Pick<Profile, 'name' | 'image_url'>;
  url: string | null;
  onChange(url: string | null): void;
}

/** Portrait of the coach. An upload is saved at once, apart from the profile's form. */
export function PortraitUpload({ data, url, onChange }: PortraitUploadProps) {
  const { api, notify } = useShell();
  const shown = url ?? data.image_url; // an uploaded portrait comes first
  const { chosen, busy, error, open, close, send } = useUpload('your portrait');
  useUnsavedChanges(chosen !== null);
  const save = (file: File | null, crop?: Crop) =>
    send(file, async (picture) => {
      onChange((await setPortrait(api, picture, crop)).portrait_url ?? null);
      notify.toast(picture ? 'Portrait saved.' : 'Portrait removed.');
    });
  const choose = async (file: File) => {
    const opened = await open(file);
    if (opened && !opened.picture) await save(file);
  };
  return (
    <Setting
      title="Portrait"
      description={`JPEG, PNG, WebP or AVIF, at most ${MEGABYTES} MB. You can crop it next. We remove its location and other hidden data.`}
    >
      {chosen?.picture ? (
        <PictureCrop
          picture={chosen.picture}
          ratio={RATIO}
          label="Preview of your portrait"
          action="Save portrait"
          busy={busy}
          error={error}
          onSave={(crop) => void save(chosen.file, crop)}
          onCancel={close}
        />
      ) : (
        <div className={styles.upload}>
          <NamedPortrait
            className={styles.portrait}
            src={shown}
            alt={shown ? 'Your portrait' : 'Your initials'}
            name={data.name}
            width="120"
            height="144"
          />
          <PictureInput
            id="portrait-file"
            label="Upload a picture"
            hint="Choose a file or drop it here."
            busy={busy}
            error={error}
            onChoose={(file) => void choose(file)}
          >
            {url && (
              <Button variant="quiet" small busy={busy} onClick={() => void save(null)}>
                Remove portrait
              </Button>
            )}
          </PictureInput>
        </div>
      )}
    </Setting>
  );
}
