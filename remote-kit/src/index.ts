export * from './asset';
export * from './form';
export * from './remote';
export * from './time';
