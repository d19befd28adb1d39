// Answers that only our server has. Each topic is a module, so that a page loads the shapes of its own calls only.
export * from './account';
export * from './booking';
export * from './coach';
export * from './directory';
export * from './introduction';
export * from './operator';
export * from './receipt';
export * from './text';
