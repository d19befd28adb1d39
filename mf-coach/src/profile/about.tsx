import type { FieldWiring } from '@carry/remote-kit';
import { trimText } from '@carry/remote-kit/limits';
import type { Profile } from '@carry/remote-kit/own-answers';
import { Banner, Setting, TextareaField, TextField } from '@carry/ui';
import { LazyMarkdown } from '@carry/ui/lazy-markdown';
import { useDeferredValue } from 'react';
import { getOrigin, type ProfileDraft } from './draft';
import styles from './profile.module.css';

export interface AboutProps {
  data: Pick<Profile, 'picture_origins'>;
  draft: Pick<ProfileDraft, 'name' | 'description' | 'image' | 'offer' | 'meeting'>;
  /** The uploaded portrait, which comes before a linked one. */
  portrait: string | null;
  field(name: 'name' | 'description' | 'image' | 'offer' | 'meeting'): FieldWiring;
  onChange(change: Partial<ProfileDraft>): void;
}

export function About({
  data: { picture_origins: origins },
  draft: { name, description, image, offer, meeting },
  portrait,
  field,
  onChange,
}: AboutProps) {
  const shown = useDeferredValue(description);
  const linked = image !== null && origins.includes(getOrigin(image) ?? '') ? image : null;
  const picture = portrait ?? linked;
  return (
    <Setting
      title="About you"
      description="Students read this before they book. You can use Markdown: **bold**, lists, links."
    >
      <div className={styles.about}>
        <div>
          <TextField
            {...field('name')}
            label="Name"
            autoComplete="nickname"
            required
            value={name}
            onChange={({ target }) => onChange({ name: target.value })}
          />
          <TextareaField
            {...field('description')}
            label="Description"
            rows={12}
            value={description}
            onChange={({ target }) => onChange({ description: target.value })}
          />
          {image !== null && (
            <TextField
              {...field('image')}
              label="Portrait link"
              type="url"
              hint={`A link to a picture on ${origins.join(' or ')}. An uploaded portrait replaces it.`}
              value={image}
              onChange={({ target }) => onChange({ image: target.value })}
            />
          )}
          <TextField
            {...field('offer')}
            label="Offer"
            hint="Shown in the offer banner. Leave empty to hide it."
            value={offer}
            onChange={({ target }) => onChange({ offer: target.value })}
          />
          {meeting !== null && (
            <TextField
              {...field('meeting')}
              label="Meeting link"
              type="url"
              hint="Your video call for sessions, shown only to students who booked. Leave empty to meet on Discord."
              value={meeting}
              onChange={({ target }) => onChange({ meeting: target.value })}
            />
          )}
        </div>
        <section className={styles.preview} aria-label="Preview">
          <div className={styles.who}>
            {picture && <img src={picture} alt="" width="72" height="72" />}
            <strong dir="auto">{name}</strong>
          </div>
          <LazyMarkdown under={3}>{shown}</LazyMarkdown>
          {trimText(offer) && (
            <Banner tone="offer">
              <p>
                <strong>October Offer:</strong> <bdi>{offer}</bdi>
              </p>
            </Banner>
          )}
        </section>
      </div>
    </Setting>
  );
}
