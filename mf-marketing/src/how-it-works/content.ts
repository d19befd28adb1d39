export const stages: { title: string; summary: string; points: string[] }[] = [
  {
    title: 'Before you book',
    summary: "You'll see who coaches you and what it costs before you sign up.",
    points: [
      "Every coach's ranks, reviews and prices are on their page.",
      'Choose a service and, for a live session, a time. Times are in your time zone, which you can change.',
      'Tell your coach what you want to work on. A sentence is enough.',
    ],
  },
  {
    title: 'When you pay',
    summary: "You'll see the total and our guarantee before you pay.",
    points: [
      "We'll hold your time while you pay.",
      "You'll get an email with the time, the price and what to prepare.",
      "Connect your Discord account to join your session's channel.",
    ],
  },
  {
    title: 'Get ready',
    summary: 'It takes five minutes.',
    points: [
      'A working microphone.',
      'A stream of your game in 720p or better.',
      'Your in-game name, and a link to a recording if you have one.',
    ],
  },
  {
    title: 'In the session',
    summary: 'You play or watch a recording together and talk it through.',
    points: [
      'Your coach watches first. Habits show up within a few rounds.',
      'You stop at the moments that matter and try them another way.',
      'Bookings over 2 hours may be spread over several days; your coach will message you.',
    ],
  },
  {
    title: 'Afterwards',
    summary: "You'll leave with one thing to work on next, not twenty.",
    points: [
      'Your coach marks the session as completed.',
      'You can leave a review under any name.',
      'Not satisfied? Ask for your money back within 48 hours, no questions asked.',
    ],
  },
];
