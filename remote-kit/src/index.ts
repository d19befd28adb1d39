export * from './remote';
export * from './time';
