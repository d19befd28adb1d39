import type { AuditEntry } from '@carry/contracts/release';
import { z } from 'zod';
import { pictureUrl, quote } from '../reports/markdown';
import type { CloudEvent } from './cloud-event';
import { DeliveryFailed, nameTarget, post, request, type Target } from './target';

const MAX_DESCRIPTION = 140;

export interface GithubSettings {
  /** Base of the API, without a slash at its end. */
  api: string;
  token: string;
  /** `owner/name` */
  repository: string;
  readCommit(remote: string, version: string): Promise<string | null>;
  /** Base of the console's pages; null: it has no public address. */
  consoleUrl: string | null;
}

type State = 'in_progress' | 'success' | 'failure' | 'inactive';

interface Deployment {
  version: string | null;
  state: State;
}

function createDeployments({ action, from, to, percent }: AuditEntry): Deployment[] {
  switch (action) {
    case 'publish':
      return [{ version: to, state: 'success' }]; // GitHub ends the older deployment
    case 'promote':
    case 'rollback':
      return [
        { version: from, state: 'inactive' },
        { version: to, state: 'success' },
      ];
    case 'retire':
      return [{ version: from, state: 'inactive' }];
    case 'rollout':
    case 'rollout-step':
      return [{ version: to, state: 'in_progress' }];
    case 'canary':
      return [{ version: to, state: percent ? 'in_progress' : 'inactive' }];
    case 'rollout-abort':
      return [{ version: to, state: 'inactive' }];
    case 'canary-aborted':
    case 'quarantine':
      return [{ version: to, state: 'failure' }];
    case 'rolled-back':
      return [
        { version: from, state: 'failure' },
        { version: to, state: 'success' },
      ];
    default:
      return [];
  }
}

const deployment = z.object({ id: z.number() });
const pull = z.object({ number: z.number(), state: z.string() });

/** Links the picture of a note's page. It is not public, so the link leads to the console, which asks for a sign-in. */
function printPicture({ remote, to, note }: AuditEntry, consoleUrl: string | null): string {
  if (!note?.picture || !to) return '';
  const url = consoleUrl && pictureUrl(consoleUrl, { remote, version: to, file: note.picture });
  return url
    ? `\n\n[Picture of this page](${url}), taken when it was published; sign in to the console.`
    : `\n\nThe console (\`releases console\`) has a picture of this page, with the release \`${to}\`.`;
}

/** Links the picture of what the note is about, which is taken after the note. */
function printScreen({ remote, note }: AuditEntry, consoleUrl: string | null): string {
  if (!note?.theme || !consoleUrl) return '';
  const query = new URLSearchParams({ remote, action: 'preview-note' });
  return `\n\n[What the note is about](${consoleUrl}/audit?${query}), in Chromium, ${note.viewport.width} px wide, ${note.theme} theme; sign in to the console.`;
}

function printComment(source: string, entry: AuditEntry, consoleUrl: string | null): string {
  const { remote, channel, to, who, why, note } = entry;
  const { page = '/', element, excerpt, viewport } = note ?? {};
  const place = [
    `page: ${source}${page}`,
    ...(excerpt ? [`text: ${excerpt}`] : []),
    ...(element ? [`element: ${element}`] : []),
    ...(viewport ? [`window: ${viewport.width} × ${viewport.height}`] : []),
    `from: ${who}`,
  ];
  return `Note on the preview \`${channel}\` of \`${remote}\` (\`${to}\`):\n\n${quote(why)}\n\n${quote(place.join('\n'))}${printScreen(entry, consoleUrl)}${printPicture(entry, consoleUrl)}`;
}

/** Returns a target that reports releases as deployments of their commits, with one environment for each remote, and notes on previews as comments. */
export function createGithub(settings: GithubSettings): Target {
  const { api, token, repository, readCommit, consoleUrl } = settings;
  const names = nameTarget('github', repository, `${api} ${repository}`);
  const { label } = names;
  const base = `${api}/repos/${repository}/deployments`;
  const headers = {
    accept: 'application/vnd.github+json',
    authorization: `Bearer ${token}`,
    'user-agent': 'carry-releases',
    'x-github-api-version': '2022-11-28',
  };

  /** Returns the full hash of a commit, or null: the remote is built in another repository, or its commit was not pushed. Throws for a repository that is missing or hidden from the token (404). */
  async function findCommit(commit: string): Promise<string | null> {
    try {
      const response = await request(`${api}/repos/${repository}/commits/${commit}`, {
        headers,
        label,
      });
      return z.object({ sha: z.string() }).parse(await response.json()).sha;
    } catch (error) {
      if (error instanceof DeliveryFailed && error.status === 422) return null;
      throw error;
    }
  }

  async function findRef(remote: string, version: string | null): Promise<string | null> {
    const commit = version && (await readCommit(remote, version));
    return commit ? findCommit(commit) : null;
  }

  async function findDeployment(ref: string, environment: string): Promise<number> {
    const query = new URLSearchParams({ sha: ref, environment, task: 'deploy', per_page: '1' });
    const response = await request(`${base}?${query}`, { headers, label });
    const [existing] = z.array(deployment).parse(await response.json());
    if (existing) return existing.id;
    const body = JSON.stringify({
      ref,
      environment,
      task: 'deploy',
      auto_merge: false,
      required_contexts: [],
    });
    const sent = { ...headers, 'content-type': 'application/json' };
    const created = await request(base, { method: 'POST', headers: sent, body, label });
    return deployment.parse(await created.json()).id;
  }

  async function comment(ref: string, body: string): Promise<void> {
    const commit = `${api}/repos/${repository}/commits/${ref}`;
    const response = await request(`${commit}/pulls`, { headers, label });
    const pulls = z.array(pull).parse(await response.json());
    const open = pulls.find(({ state }) => state === 'open');
    const place = open ? `${api}/repos/${repository}/issues/${open.number}` : commit;
    await post(`${place}/comments`, { body: JSON.stringify({ body }), headers, label });
  }

  return {
    ...names,
    async send({ source, subject, data }: CloudEvent) {
      if (data.action === 'preview-note') {
        const ref = await findRef(subject, data.to);
        if (ref) await comment(ref, printComment(source, data, consoleUrl));
        return;
      }
      const description = data.text.slice(0, MAX_DESCRIPTION);
      const url = source.startsWith('https://') ? { environment_url: source } : {};
      for (const { version, state } of createDeployments(data)) {
        const ref = await findRef(subject, version);
        if (!ref) continue;
        const id = await findDeployment(ref, subject);
        const body = JSON.stringify({ state, description, ...url });
        await post(`${base}/${id}/statuses`, { body, headers, label });
      }
    },
  };
}
