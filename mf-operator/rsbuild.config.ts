import { remoteConfig } from '@carry/remote-kit/build';

export default remoteConfig('mf-operator');
