import { Agent, type Dispatcher, EnvHttpProxyAgent, setGlobalDispatcher } from 'undici';

/** This machine; a company proxy cannot reach it. */
const LOCAL_HOSTS = ['localhost', '127.0.0.1', '[::1]'];

type Environment = Readonly<Record<string, string | undefined>>;

const read = (env: Environment, name: string) => env[name.toLowerCase()] || env[name];

/** Returns the dispatcher of outgoing requests: through `HTTPS_PROXY` or `HTTP_PROXY`, except for `NO_PROXY` and this machine. */
export function createDispatcher(env: Environment): Dispatcher {
  const httpProxy = read(env, 'HTTP_PROXY');
  const httpsProxy = read(env, 'HTTPS_PROXY');
  if (!httpProxy && !httpsProxy) return new Agent();
  const noProxy = [read(env, 'NO_PROXY'), ...LOCAL_HOSTS].filter(Boolean).join(',');
  return new EnvHttpProxyAgent({
    noProxy,
    ...(httpProxy && { httpProxy }),
    ...(httpsProxy && { httpsProxy }),
  });
}

export function setEnvironmentProxy(env: Environment): void {
  if (read(env, 'HTTP_PROXY') || read(env, 'HTTPS_PROXY'))
    setGlobalDispatcher(createDispatcher(env));
}
