import type { ShellApi } from '@carry/remote-kit';
import { getAvailability } from '../availability/api';
import { AvailabilityForm } from '../availability/availability-form';
import { coachPage } from '../own/own-page';
import { SettingsSkeleton } from '../own/own-skeletons';

export const route = (shell: ShellApi) =>
  coachPage(shell, {
    title: 'Availability',
    subject: 'your hours',
    read: ({ api }) => getAvailability(api),
    Content: AvailabilityForm,
    Skeleton: SettingsSkeleton,
  });
