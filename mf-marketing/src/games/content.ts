import type { Game } from './games';

export const blurbs: Record<Game['id'], string> = {
  cs2: 'Crisper aim, calmer rounds, better utility.',
  valorant: 'Master your agent and take over the map.',
  lol: 'Win lane, read the map, close games.',
  dota2: 'Farm smarter and fight on your terms.',
  fortnite: 'Build, edit and rotate with purpose.',
};

export const landing: Record<Game['id'], { headline: string; tagline: string }> = {
  cs2: {
    headline: 'Counter-Strike 2 Coaching',
    tagline:
      'Fix the habits that keep you in your rank: crosshair, utility, timing and the calls in between.',
  },
  valorant: {
    headline: 'Valorant Coaching',
    tagline:
      'Agents, angles and abilities: learn to take space and win the rounds that decide games.',
  },
  lol: {
    headline: 'League of Legends Coaching',
    tagline: 'Waves, vision and objectives: turn small leads into won games.',
  },
  dota2: {
    headline: 'Dota 2 Coaching',
    tagline: 'Lanes, farm patterns and fights: know your next move, minute by minute.',
  },
  fortnite: {
    headline: 'Fortnite Coaching',
    tagline: 'Piece control, rotations and endgames: stay calm when the circle is small.',
  },
};

export const struggles = [
  'You are stuck in the same rank.',
  'Your aim, decisions or gameplay get worse under pressure.',
  'Your performance is inconsistent.',
  'You want to improve your rank significantly.',
];

export const specialties = [
  'Individual and team coaching',
  'Mechanics mastery',
  'Strategy development',
  'Mental game coaching',
];
