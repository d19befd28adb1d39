import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { post } from '../events/target';
import type { PipelineValues, ResultPlace } from './result-place';

const eventFile = z.object({ pull_request: z.object({ head: z.object({ sha: z.string() }) }) });

/** Returns the commit that the pull request shows. `GITHUB_SHA` is a merge commit there; GitHub shows no check runs for it. */
function findHead({ GITHUB_EVENT_PATH: file, GITHUB_SHA: sha }: PipelineValues) {
  try {
    return eventFile.parse(JSON.parse(readFileSync(file ?? '', 'utf8'))).pull_request.head.sha;
  } catch {
    return sha;
  }
}

const advice: Record<number, string> = {
  401: 'the token is wrong or has expired',
  403: 'give the job "permissions: checks: write"; a pull request from a fork cannot have it',
  404: 'give the job "permissions: checks: write"',
  422: 'GitHub does not know the commit, or rejects the text',
};

/** Returns a place for results: a new check run of the workflow's commit. Null outside of GitHub and without a token. */
export function createCheckRun(pipeline: PipelineValues): ResultPlace | null {
  const { GITHUB_ACTIONS, GITHUB_TOKEN: token, GITHUB_REPOSITORY: repository } = pipeline;
  if (GITHUB_ACTIONS !== 'true' || !token || !repository) return null;
  const api = pipeline.GITHUB_API_URL.replace(/\/+$/, '');
  return {
    label: 'check run',
    explain: (status) => advice[status] ?? '',
    send: ({ remote, passed, title, summary, details, url }) =>
      post(`${api}/repos/${repository}/check-runs`, {
        label: 'GitHub',
        headers: {
          accept: 'application/vnd.github+json',
          authorization: `Bearer ${token}`,
          'user-agent': 'carry-releases',
          'x-github-api-version': '2022-11-28',
        },
        body: JSON.stringify({
          name: `Carry: ${remote}`,
          head_sha: findHead(pipeline),
          status: 'completed',
          conclusion: passed ? 'success' : 'failure',
          // GitHub shows it for tokens of an app; for a workflow's token it links the run, so the summary has the link, too
          ...(url && { details_url: url }),
          output: { title, summary, ...(details && { text: details }) },
        }),
      }),
  };
}
