import { remoteDevConfig } from './federation';

const [remote = '', port = ''] = process.argv.slice(2);

export default remoteDevConfig(remote, Number(port));
