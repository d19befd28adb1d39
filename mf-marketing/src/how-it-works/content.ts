/** What happens when, from the first look to the time after a session. */
export const stages: { title: string; says: string; points: string[] }[] = [
  {
    title: 'Before you book',
    says: 'You see who coaches you and what it costs before you have an account.',
    points: [
      'Ranks, reviews and prices are in the open.',
      'Choose a service and, for a live session, a time. Times are shown in your own time zone, and you can change it.',
      'Tell your coach what you want to work on. One sentence is enough.',
    ],
  },
  {
    title: 'When you pay',
    says: 'The total stands beside the button, and the guarantee beside the total.',
    points: [
      'Your time is held for you while you pay.',
      'You get a mail with the time, the price and what to prepare.',
      'Link your Discord account and you are let into the channel of your session.',
    ],
  },
  {
    title: 'Get ready',
    says: 'Five minutes are enough.',
    points: [
      'A microphone that works.',
      'A stream of your game in 720p or better.',
      'Your in-game name, and a link to a recording if you have one.',
    ],
  },
  {
    title: 'In the session',
    says: 'You play or watch a recording together, and talk.',
    points: [
      'Your coach watches first: habits show in a few rounds.',
      'You stop where it matters and try another way.',
      'Bookings over 2 hours may be spread over several days; your coach will message you.',
    ],
  },
  {
    title: 'Afterwards',
    says: 'You leave with one thing to work on next, not with twenty.',
    points: [
      'Your coach sets the session to completed.',
      'You can leave a review, under any name.',
      'Not satisfied? Ask for your money back within 48 hours, and nobody argues with you.',
    ],
  },
];
