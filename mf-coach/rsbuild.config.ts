import { remoteConfig } from 'tools/federation';

export default remoteConfig('mf-coach');
