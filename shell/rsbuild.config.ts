import { shellConfig } from './build/config';

export default shellConfig();
