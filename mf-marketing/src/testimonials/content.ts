import face1 from '../art/face-1.svg';
import face2 from '../art/face-2.svg';
import face3 from '../art/face-3.svg';
import face4 from '../art/face-4.svg';
import face5 from '../art/face-5.svg';

export interface Testimonial {
  name: string;
  quote: string;
  img: string;
  game: string;
}

export const testimonials: readonly Testimonial[] = [
  {
    name: 'Mara',
    quote: 'Two ranks in five weeks. I finally know what to look at when I die.',
    img: face1,
    game: 'Counter-Strike 2',
  },
  {
    name: 'Piotr',
    quote: 'Calm and precise. My utility actually does something now.',
    img: face2,
    game: 'Valorant',
  },
  {
    name: 'Yuki',
    quote: 'I stopped guessing. Every session ends with one thing to work on.',
    img: face3,
    game: 'Counter-Strike 2',
  },
  { name: 'Luc', quote: 'I play fewer hours and win more of them.', img: face4, game: 'Valorant' },
  {
    name: 'Amara',
    quote: "We watched one lost half together, and I haven't lost that way since.",
    img: face5,
    game: 'Counter-Strike 2',
  },
];
