import { createLog, type Log } from 'server-kit/log';

export const log: Log = createLog('site');
