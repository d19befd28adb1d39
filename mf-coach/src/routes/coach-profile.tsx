import type { ShellApi } from '@carry/remote-kit';
import { ownPage } from '../own/own-page';
import { SettingsSkeleton } from '../own/own-skeletons';
import { getProfile } from '../profile/api';
import { ProfileForm } from '../profile/profile-form';

/** What the coach says and offers. */
export const route = (shell: ShellApi) =>
  ownPage(shell, {
    title: 'Profile',
    what: 'your profile',
    read: ({ api }) => getProfile(api),
    Show: ProfileForm,
    Waiting: SettingsSkeleton,
  });
