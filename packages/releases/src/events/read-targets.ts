import { ConfigError, type Environment, readEnvironment } from '@carry/contracts/environment';
import { createDiscord, createSlack } from './chat';
import { eventVariables, parseEventAddress, splitList } from './event-variables';
import { createGithub, type GithubSettings } from './github';
import type { Target } from './target';
import { createWebhook } from './webhook';

/** Returns the receivers of events. Throws {@link ConfigError}. */
export function readTargets(
  env: Environment,
  site: Pick<GithubSettings, 'readCommit' | 'consoleUrl'>,
): Target[] {
  const values = readEnvironment(eventVariables, env);
  const urls = splitList(values.EVENTS_URLS ?? '').flatMap((url) => parseEventAddress(url) ?? []);
  const secrets = splitList(values.EVENTS_SECRET ?? '');
  const repositories = splitList(values.EVENTS_GITHUB_REPOSITORY ?? '');
  const { EVENTS_GITHUB_TOKEN: token } = values;
  if (secrets.length === 0 && urls.some(({ form }) => form === 'webhook'))
    throw new ConfigError(
      'EVENTS_SECRET is not set; make one: echo "whsec_$(openssl rand -base64 32)"',
    );
  if (repositories.length > 0 !== Boolean(token))
    throw new ConfigError('set both EVENTS_GITHUB_REPOSITORY and EVENTS_GITHUB_TOKEN, or neither');
  const targets = urls.map(({ form, url }) => {
    if (form === 'slack') return createSlack(url);
    return form === 'discord' ? createDiscord(url) : createWebhook(url, secrets);
  });
  const api = values.GITHUB_API_URL.replace(/\/+$/, '');
  if (token)
    for (const repository of repositories)
      targets.push(createGithub({ api, token, repository, ...site }));
  return [...new Map(targets.map((target) => [target.id, target])).values()];
}
