export { type DevServer, followRoutes, startDevServer } from './dev-server';
export { readProject } from './project';
export { build } from './run';
