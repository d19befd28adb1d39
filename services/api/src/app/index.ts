export { type ApiConfig, readConfig } from '../core/config';
export { demo } from './demo';
export { startApi } from './start';
