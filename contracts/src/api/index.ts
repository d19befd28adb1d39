export type { Coach, CoachBooking, MySession, Review, Service, Slots } from '../answers';
export * from './account';
export * from './booking';
export * from './coach';
export * from './session';
