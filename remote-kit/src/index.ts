export * from './asset';
export * from './consent';
export * from './remote';
export * from './time';
export * from './use-error-title';
