// Each topic is a module, so that a page loads the shapes of its own calls only.
export * from './bookings';
export * from './coach';
export * from './order';
export * from './page';
export * from './payment';
export * from './read';
export * from './reviews';
export * from './sign-in';
export * from './slots';
