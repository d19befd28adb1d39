import type { ShellApi } from '@carry/remote-kit';
import { markdownReady } from '@carry/ui/lazy-markdown';
import { coachPage } from '../own/own-page';
import { SettingsSkeleton } from '../own/own-skeletons';
import { getProfile } from '../profile/api';
import { ProfileForm } from '../profile/profile-form';

export const route = (shell: ShellApi) =>
  coachPage(shell, {
    title: 'Profile',
    subject: 'your profile',
    read: async ({ api }) => {
      const [profile] = await Promise.all([getProfile(api), markdownReady()]); // prevents a shift of the preview
      return profile;
    },
    Content: ProfileForm,
    Skeleton: SettingsSkeleton,
  });
