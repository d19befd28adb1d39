import { shellConfig } from 'tools/federation';

export default shellConfig();
