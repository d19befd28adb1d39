import { bucketVariables } from '@carry/contracts/deployment';
import { optional, secret, text, webUrl, withDefault } from '@carry/contracts/environment';

/** Variables of a pipeline that shows the result of `publish --summary` to reviewers. */
export const pipelineVariables = {
  GITHUB_ACTIONS: optional('`true` in a workflow of GitHub, which sets it', text()),
  GITHUB_TOKEN: optional(
    'token of a workflow that may write check runs: a publish with `--summary` creates one',
    text(),
  ),
  GITHUB_REPOSITORY: optional(
    'repository of the workflow; GitHub sets it',
    text(/^[\w.-]+\/[\w.-]+$/, 'a repository such as owner/name'),
  ),
  GITHUB_SHA: optional('commit of the workflow; GitHub sets it', text()),
  GITHUB_EVENT_PATH: optional(
    'file that describes what started the workflow; GitHub sets it',
    text(),
  ),
  GITHUB_API_URL: withDefault('API of GitHub', webUrl(), 'https://api.github.com'),
  GITLAB_TOKEN: optional(
    'token of a GitLab project with the scope `api`: a publish with `--summary` writes a note in the merge request',
    text(),
  ),
  CI_API_V4_URL: optional('API of GitLab, which sets it', webUrl()),
  CI_PROJECT_ID: optional('project of the pipeline; GitLab sets it', text(/^\d+$/, 'a number')),
  CI_MERGE_REQUEST_IID: optional(
    'merge request of the pipeline; GitLab sets it',
    text(/^\d+$/, 'a number'),
  ),
};

export const releaseVariables = {
  RELEASES_STORE: optional(
    'release store: a directory, or `s3://bucket/prefix`; `--store` overrides it',
    text(),
    '`.data/releases`',
  ),
  CARRY_RELEASES: optional('address of a release server; `--to` overrides it', webUrl()),
  RELEASES_KEY: optional(
    'signing key for releases and pointers: PEM, or the path of a file',
    text(/^[\s\S]*$/),
  ),
  CARRY_OIDC_TOKEN: optional(
    "a pipeline's OpenID Connect token for the release server, in place of `RELEASES_KEY`",
    text(),
    "GitHub's own, if the workflow may request it",
  ),
  ACTIONS_ID_TOKEN_REQUEST_URL: optional(
    'address at which a workflow requests its token; set by GitHub',
    webUrl(),
  ),
  ACTIONS_ID_TOKEN_REQUEST_TOKEN: optional('authorizes that request; set by GitHub', text()),
  ...pipelineVariables,
  RELEASES_TRUST: optional(
    "operators' public keys, separated by commas: only they can sign ownership",
    text(),
    'anyone with write access to the store can change ownership',
  ),
  RELEASES_USER: optional('name in the audit log for unsigned changes', text(), '`USER`'),
  USER: optional('user name; set by the system', text()),
  SITE_URL: optional(
    'origin of the site that preview links lead to',
    webUrl(),
    '`http://localhost:PORT`',
  ),
  PREVIEW_SECRET: optional(
    'signs preview links; the same value as for the site',
    secret(),
    'the one that `npm start` generated',
  ),
  CHROMIUM_PATH: optional('path of Chromium for the gates', text(), 'an installed one'),
  NO_COLOR: optional('any value disables colors', text()),
  ...bucketVariables,
};
