import { remoteConfig } from 'remote-kit/build';

export default remoteConfig('mf-account');
