import { expect, test } from 'vitest';
import { readClip } from './clips';

test.each([
  [
    'https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=9',
    'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ',
  ],
  [
    'https://m.youtube.com/shorts/dQw4w9WgXcQ',
    'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ',
  ],
  [
    'https://clips.twitch.tv/Brave-Fox_1',
    'https://clips.twitch.tv/embed?clip=Brave-Fox_1&parent=carry.example',
  ],
  [
    'https://www.twitch.tv/nova/clip/BraveFox',
    'https://clips.twitch.tv/embed?clip=BraveFox&parent=carry.example',
  ],
  [
    'https://www.twitch.tv/videos/123456',
    'https://player.twitch.tv/?video=123456&parent=carry.example&autoplay=false',
  ],
])('reads the player of %s', (link, player) => {
  expect(readClip(link, 'https://carry.example')?.player).toBe(player);
});

test.each([
  'https://youtube.com.evil.example/watch?v=dQw4w9WgXcQ',
  'https://www.youtube.com/watch?v="><script>',
  'https://www.youtube.com/@nova',
  'https://www.twitch.tv/nova',
  'javascript:alert(1)',
  'youtube',
])('rejects %s', (link) => {
  expect(readClip(link, 'https://carry.example')).toBeNull();
});
