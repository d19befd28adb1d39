import { Form, isApiError, keepNewer, useForm, useShell } from '@carry/remote-kit';
import type { Profile } from '@carry/remote-kit/own-answers';
import { useState } from 'react';
import { PublicPage } from '../checklist/checklist';
import { RestoredChanges, useKeptChanges } from '../own/kept-changes';
import { Save } from '../own/save';
import { About } from './about';
import { setProfile } from './api';
import {
  addUploaded,
  adoptServiceIds,
  changeIntroduction,
  type ProfileDraft,
  type ProfileField,
  profileProblems,
  seeUploaded,
  toDraft,
  toProfileChange,
  toSavedDraft,
} from './draft';
import { Gallery } from './gallery';
import { Introduction } from './introduction';
import { restoreProfile } from './kept-profile';
import { PortraitUpload } from './portrait-upload';
import styles from './profile.module.css';
import { Ranks } from './ranks';
import { Services } from './services';

const findReason = (failure: unknown): string =>
  (isApiError(failure) && failure.detail) || "We couldn't save your profile. Please try again.";

const DRAFT = 'profile';

function toState(seen: Profile, kept: unknown) {
  const saved = toDraft(seen);
  const { value: draft, conflicts } = restoreProfile(kept, saved);
  const isRestored = draft !== saved;
  return { draft, saved, seen, savedAt: null as number | null, isRestored, conflicts };
}

/** State after a save of `submitted`; keeps edits that were made since. */
function toSavedState(draft: ProfileDraft, submitted: ProfileDraft, seen: Profile) {
  const saved = toSavedDraft(submitted, seen);
  return {
    draft: adoptServiceIds(keepNewer(draft, submitted, saved), saved),
    saved,
    seen,
    isRestored: false,
    conflicts: [],
  };
}

type State = ReturnType<typeof toState>;

/** State after an upload, which is saved already, unlike the other changes. */
function toUploadedState(before: State, profile: Profile, use: 'rank' | 'gallery'): State {
  const saved = addUploaded(before.saved, profile, use);
  return {
    ...before,
    draft: before.draft === before.saved ? saved : addUploaded(before.draft, profile, use),
    saved,
    seen: seeUploaded(before.seen, profile, use),
  };
}

const describeSave = ({ services }: Profile): string =>
  services.length > 0
    ? 'Profile saved. New prices apply to new bookings.'
    : 'Profile saved. Add a service so students can book you.';

export function ProfileForm({ data }: { data: Profile }) {
  const shell = useShell();
  const [state, setState] = useState(() => toState(data, shell.drafts.load(DRAFT)));
  const { draft, saved, seen, savedAt } = state;
  const keepChanges = useKeptChanges(DRAFT, draft, saved);
  const [portrait, setPortrait] = useState(data.portrait_url ?? null);
  const edit = (next: (draft: ProfileDraft) => ProfileDraft) =>
    setState((before) => ({ ...before, draft: next(before.draft) }));
  const change = (part: Partial<ProfileDraft>) => edit((before) => ({ ...before, ...part }));
  const show = (use: 'rank' | 'gallery') => (profile: Profile) =>
    setState((before) => toUploadedState(before, profile, use));
  const form = useForm<ProfileField>('profile', async () => {
    const errors = profileProblems(draft, data.picture_origins, saved);
    if (errors) return { errors };
    try {
      const stored = await setProfile(shell.api, toProfileChange(draft), seen);
      const savedAt = shell.now();
      setState(({ draft: now }) => ({ ...toSavedState(now, draft, stored), savedAt }));
      shell.notify.toast(describeSave(stored));
      return undefined;
    } catch (failure) {
      keepChanges();
      return { error: findReason(failure) };
    }
  });
  return (
    <>
      <Top data={data} portrait={portrait} onPortrait={setPortrait} />
      <Form of={form} editableWhileBusy>
        {state.isRestored && (
          <RestoredChanges
            conflicts={state.conflicts}
            onDiscard={() => setState({ ...state, draft: saved, isRestored: false })}
          />
        )}
        <About data={data} draft={draft} portrait={portrait} field={form.field} onChange={change} />
        {draft.introduction && data.choices && (
          <Introduction
            draft={draft.introduction}
            choices={data.choices}
            field={form.field}
            onChange={(part) => edit((before) => changeIntroduction(before, part))}
          />
        )}
        <Ranks
          ranks={draft.ranks}
          stored={seen.rank_images}
          field={form.field}
          onChange={(ranks) => change({ ranks })}
          onUploaded={draft.gallery && show('rank')}
        />
        {draft.gallery && (
          <Gallery
            pictures={draft.gallery}
            stored={seen.gallery ?? []}
            field={form.field}
            onChange={(gallery) => change({ gallery })}
            onUploaded={show('gallery')}
          />
        )}
        <Services
          services={draft.services}
          field={form.field}
          onChange={(services) => change({ services })}
        />
        <Save busy={form.busy} savedAt={savedAt} dirty={draft !== saved}>
          Save profile
        </Save>
      </Form>
    </>
  );
}

interface TopProps {
  data: Profile;
  portrait: string | null;
  onPortrait(url: string | null): void;
}

/** Parts that are not saved with the form. */
const Top = ({ data, portrait, onPortrait }: TopProps) => (
  <>
    {data.public_page && (
      <div className={styles.link}>
        <PublicPage path={data.public_page} />
      </div>
    )}
    {data.portrait_url !== undefined && (
      <PortraitUpload data={data} url={portrait} onChange={onPortrait} />
    )}
  </>
);
