import { Form, isApiError, useForm, useShell } from '@carry/remote-kit';
import type { Profile } from '@carry/remote-kit/own-answers/coach';
import { useState } from 'react';
import { PublicPage } from '../checklist/checklist';
import { Save } from '../own/save';
import { About } from './about';
import { setProfile } from './api';
import {
  type ProfileDraft,
  type ProfileField,
  profileProblems,
  toDraft,
  toProfileChange,
} from './draft';
import { Introduction } from './introduction';
import { PortraitUpload } from './portrait-upload';
import { Ranks } from './ranks';
import { Services } from './services';

export function ProfileForm({ data }: { data: Profile }) {
  const shell = useShell();
  const [draft, setDraft] = useState(() => toDraft(data));
  const [saved, setSaved] = useState({ draft, at: null as number | null });
  const change = (part: Partial<ProfileDraft>) => setDraft((before) => ({ ...before, ...part }));
  const form = useForm<ProfileField>('profile', async () => {
    const errors = profileProblems(draft, data.picture_origins);
    if (errors) return { errors };
    try {
      const stored = toDraft(await setProfile(shell.api, toProfileChange(draft)));
      setDraft(stored);
      setSaved({ draft: stored, at: shell.now() });
      shell.notify.toast('Profile saved. New prices apply to new bookings.');
      return undefined;
    } catch (failure) {
      return {
        error:
          (isApiError(failure) && failure.detail) ||
          "We couldn't save your profile. Please try again.",
      };
    }
  });
  return (
    <>
      {data.public_page && <PublicPage path={data.public_page} />}
      {data.portrait_url !== undefined && <PortraitUpload data={data} />}
      <Form of={form}>
        <About draft={draft} origins={data.picture_origins} field={form.field} onChange={change} />
        {draft.introduction && data.choices && (
          <Introduction
            draft={draft.introduction}
            choices={data.choices}
            field={form.field}
            onChange={(part) =>
              setDraft((before) =>
                before.introduction
                  ? { ...before, introduction: { ...before.introduction, ...part } }
                  : before,
              )
            }
          />
        )}
        <Ranks ranks={draft.ranks} field={form.field} onChange={(ranks) => change({ ranks })} />
        <Services
          services={draft.services}
          field={form.field}
          onChange={(services) => change({ services })}
        />
        <Save busy={form.busy} savedAt={saved.at} dirty={draft !== saved.draft}>
          Save profile
        </Save>
      </Form>
    </>
  );
}
