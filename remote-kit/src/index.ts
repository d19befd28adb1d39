export * from './asset';
export * from './remote';
export * from './time';
export * from './use-error-title';
