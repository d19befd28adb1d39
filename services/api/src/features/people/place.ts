import type { ApiConfig } from '../../core/config';

export interface Place {
  kind: 'discord' | 'link';
  url: string;
}

export const getPlace = (
  { discord }: Pick<ApiConfig, 'discord'>,
  meetingUrl: string | null,
): Place =>
  meetingUrl
    ? { kind: 'link', url: meetingUrl }
    : {
        kind: 'discord',
        url: `https://discord.com/channels/${encodeURIComponent(discord.guildId)}`,
      };

export const describePlace = ({ kind, url }: Place): string =>
  kind === 'link' ? url : `Discord, ${url}`;
