export * from './asset';
export * from './remote';
export * from './time';
