import { optional, secret, text, url, withDefault } from '@carry/contracts/environment';

export const operatorVariables = {
  API_URL: optional('URL of the API; `--api` overrides it', url(), '`http://localhost:API_PORT`'),
  OPERATOR_TOKEN: optional(
    'token that authorizes operator commands',
    secret(),
    'the token that `npm start` generated',
  ),
  OPERATOR_NAME: optional('name in the audit log, with the shared token', text(), '`USER`'),
  USER: optional('user name; set by the system', text()),
  DATABASE_URL: optional(
    '`backup` and `restore`: URL of a PostgreSQL database',
    text(),
    'PGlite in `DATA_FOLDER`',
  ),
  DATA_FOLDER: withDefault(
    '`backup` and `restore`: data folder of PGlite',
    text(),
    '.data/database',
  ),
  NO_COLOR: optional('any value disables colors', text()),
};
