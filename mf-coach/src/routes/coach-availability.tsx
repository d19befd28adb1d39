import type { ShellApi } from '@carry/remote-kit';
import { getAvailability } from '../availability/api';
import { AvailabilityForm } from '../availability/availability-form';
import { ownPage } from '../own/own-page';
import { SettingsSkeleton } from '../own/own-skeletons';

export const route = (shell: ShellApi) =>
  ownPage(shell, {
    title: 'Availability',
    what: 'your hours',
    read: ({ api }) => getAvailability(api),
    Show: AvailabilityForm,
    Waiting: SettingsSkeleton,
  });
