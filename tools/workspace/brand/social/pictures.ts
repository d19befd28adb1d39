import type { Picture } from './drawing';

type Box = Picture['at'];

const aside: Box = [-20, 0, 1266, 675];
const between: Box = [-210, 0, 1266, 675];
const stair: Box = [480, -60, 800, 800];
const BRAND = '#ff8a55';
const GUARANTEE = ['One-on-one sessions.', '100% satisfaction guarantee.'];

export const pictures: Record<string, Picture> = {
  home: {
    title: ['Level up with', 'world-class', 'coaches'],
    lines: ['Pick your game,', 'and start carrying.'],
    scene: 'home',
    at: stair,
    quiet: [0.41, 0.64],
    color: BRAND,
  },
  booking: {
    title: ['Book a', 'session with', 'your coach'],
    lines: ['Pick a service and a time,', 'pay securely, get better.'],
    scene: 'home',
    at: [330, -60, 800, 800],
    quiet: [0.3, 0.6],
    color: BRAND,
    coach: true,
  },
  cs2: {
    title: ['Counter-', 'Strike 2', 'Coaching'],
    lines: GUARANTEE,
    scene: 'cs2',
    at: between,
    quiet: [0.16, 0.46],
    color: '#f0b56c',
    coach: true,
  },
  valorant: {
    title: ['Valorant', 'Coaching'],
    lines: GUARANTEE,
    scene: 'valorant',
    at: between,
    quiet: [0.16, 0.46],
    color: '#ff6e68',
    coach: true,
  },
  lol: {
    title: ['League of', 'Legends', 'Coaching'],
    lines: GUARANTEE,
    scene: 'lol',
    at: aside,
    quiet: [0.24, 0.56],
    color: '#7ff0d8',
  },
  dota2: {
    title: ['Dota 2', 'Coaching'],
    lines: GUARANTEE,
    scene: 'dota2',
    at: aside,
    quiet: [0.24, 0.56],
    color: '#8fc454',
  },
  fortnite: {
    title: ['Fortnite', 'Coaching'],
    lines: GUARANTEE,
    scene: 'fortnite',
    at: aside,
    quiet: [0.24, 0.56],
    color: '#a86bff',
  },
};
