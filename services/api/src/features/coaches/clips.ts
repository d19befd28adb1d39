export interface Clip {
  url: string;
  player: string;
}

const YOUTUBE_ID = /^[\w-]{11}$/;
const TWITCH_CLIP = /^[\w-]{3,100}$/;
const TWITCH_VIDEO = /^\d{3,15}$/;

function youtube(id: string | null | undefined): Clip | null {
  if (!id || !YOUTUBE_ID.test(id)) return null;
  return {
    url: `https://www.youtube.com/watch?v=${id}`,
    player: `https://www.youtube-nocookie.com/embed/${id}`,
  };
}

function twitchClip(name: string | undefined, parent: string): Clip | null {
  if (!name || !TWITCH_CLIP.test(name)) return null;
  return {
    url: `https://clips.twitch.tv/${name}`,
    player: `https://clips.twitch.tv/embed?clip=${name}&parent=${parent}`,
  };
}

function twitchVideo(id: string | undefined, parent: string): Clip | null {
  if (!id || !TWITCH_VIDEO.test(id)) return null;
  return {
    url: `https://www.twitch.tv/videos/${id}`,
    player: `https://player.twitch.tv/?video=${id}&parent=${parent}&autoplay=false`,
  };
}

function twitch(segments: string[], parent: string): Clip | null {
  if (segments[0] === 'videos') return twitchVideo(segments[1], parent);
  return segments[1] === 'clip' ? twitchClip(segments[2], parent) : null;
}

/** Reads a link to a YouTube video, Twitch video or Twitch clip; null for any other address. `siteUrl`: the site that frames it. */
export function readClip(link: string, siteUrl: string): Clip | null {
  if (!URL.canParse(link)) return null;
  const { protocol, hostname, pathname, searchParams } = new URL(link);
  if (protocol !== 'https:') return null;
  const segments = pathname.split('/').filter(Boolean);
  const parent = new URL(siteUrl).hostname;
  switch (hostname.replace(/^(www|m)\./, '')) {
    case 'youtu.be':
      return youtube(segments[0]);
    case 'youtube.com':
      return youtube(segments[0] === 'watch' ? searchParams.get('v') : segments[1]);
    case 'clips.twitch.tv':
      return twitchClip(segments[0], parent);
    case 'twitch.tv':
      return twitch(segments, parent);
    default:
      return null;
  }
}
