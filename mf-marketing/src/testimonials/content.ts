export interface Testimonial {
  name: string;
  quote: string;
  /** Colours of the drawn portrait: skin, hair, clothes. */
  img: readonly [string, string, string];
}

export const testimonials: readonly Testimonial[] = [
  { name: 'Kim', quote: 'Two ranks in five weeks. I finally know what to look at when I die.', img: ['#e8b48f', '#2a1d1a', '#3d6cff'] },
  { name: 'Tomasz', quote: 'Calm and precise. My utility actually does something now.', img: ['#f1c7a5', '#8a5a2b', '#2fb7c9'] },
  { name: 'Ada', quote: 'I stopped guessing. Every session ends with one thing to work on.', img: ['#c98e68', '#1b1412', '#a678ff'] },
  { name: 'Jules', quote: 'The plan after the call was worth the money on its own.', img: ['#f3d2b8', '#b8482a', '#58b368'] },
  { name: 'Noor', quote: 'First coach who watched my games before telling me what is wrong.', img: ['#a86f4c', '#0f0c0b', '#f4a52a'] },
];
