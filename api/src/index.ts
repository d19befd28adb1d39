export { type ApiConfig, readConfig } from './config';
export { demo } from './demo';
export { startApi } from './start';
