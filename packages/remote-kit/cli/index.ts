export { readProject } from './project';
export { build } from './run';
