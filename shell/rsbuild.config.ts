import { shellConfig } from './bundler/config';

export default shellConfig();
