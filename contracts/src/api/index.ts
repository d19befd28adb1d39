export * from './booking';
export * from './coach';
export * from './session';
