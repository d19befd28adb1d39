import { optional, secret, text, url, withDefault } from '@carry/contracts/environment';

/** What the operator's commands read from their environment. */
export const operatorVariables = {
  API_URL: optional(
    'the API to talk to, unless `--api` names one',
    url(),
    '`http://localhost:API_PORT`',
  ),
  OPERATOR_TOKEN: optional(
    "the API's token of the operator",
    secret(),
    'the one that `npm start` made',
  ),
  OPERATOR_NAME: optional('who stands in the record of what was done', text(), '`USER`'),
  USER: optional('name of the account; the system sets it', text()),
  DATABASE_URL: optional(
    'of `backup` and `restore`: address of a PostgreSQL database',
    text(),
    'PGlite in `DATA_FOLDER`',
  ),
  DATA_FOLDER: withDefault(
    "of `backup` and `restore`: folder of PGlite's database",
    text(),
    '.data/database',
  ),
  NO_COLOR: optional('anything: no colours in answers', text()),
};
