export { backup } from './dump';
export { BackupRefused, readBackup } from './format';
export { restore } from './restore';
