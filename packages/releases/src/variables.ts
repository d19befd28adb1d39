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
    'the store, unless `--store` names one: a directory, or `s3://bucket/prefix`',
    text(),
    '`.data/releases`',
  ),
  CARRY_RELEASES: optional('a release server, unless `--to` names one: its address', webUrl()),
  RELEASES_KEY: optional(
    'the key that signs what is shipped: in PEM, or the path of its file',
    text(/^[\s\S]*$/),
  ),
  CARRY_OIDC_TOKEN: optional(
    "a pipeline's OpenID Connect token, made for the release server: it stands for `RELEASES_KEY`",
    text(),
    "GitHub's own, where the workflow may ask for it",
  ),
  ACTIONS_ID_TOKEN_REQUEST_URL: optional(
    'where a workflow asks for its token; GitHub sets it',
    webUrl(),
  ),
  ACTIONS_ID_TOKEN_REQUEST_TOKEN: optional('the token with which it asks; GitHub sets it', text()),
  ...pipelineVariables,
  RELEASES_TRUST: optional(
    "the operators' public keys, separated by commas: only what they signed says who may ship what",
    text(),
    'whoever can write the store does',
  ),
  RELEASES_USER: optional(
    'who stands in the record of changes where nothing is signed',
    text(),
    '`USER`, or the name of the account',
  ),
  USER: optional('name of the account; the system sets it', text()),
  SITE_URL: optional(
    'origin of the site that preview links lead to',
    webUrl(),
    '`http://localhost:PORT`',
  ),
  PREVIEW_SECRET: optional(
    "signs preview links; the same as the site's",
    secret(),
    'the one that `npm start` made',
  ),
  CHROMIUM_PATH: optional(
    'the browser that opens candidates before they are published',
    text(),
    'an installed one',
  ),
  NO_COLOR: optional('anything: no colours in answers', text()),
  AWS_ACCESS_KEY_ID: optional(
    'who reads and writes a store in a bucket: the release server and these commands what `deploy/bucket/releases.json` says, a site what `deploy/bucket/site.json` does',
    text(),
  ),
  AWS_SECRET_ACCESS_KEY: optional('its secret', text()),
  AWS_REGION: optional('region of the bucket', text()),
  AWS_ENDPOINT_URL_S3: optional(
    "another S3-compatible service than Amazon's",
    webUrl(),
    '`AWS_ENDPOINT_URL`',
  ),
  AWS_ENDPOINT_URL: optional('the same, for all services of the AWS client', webUrl()),
};
