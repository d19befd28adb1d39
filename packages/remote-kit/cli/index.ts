export { type DevBuild, type DevServer, followBuild, startDevServer } from './dev-server';
export { readProject } from './project';
export { build } from './run';
