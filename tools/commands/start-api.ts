// npm run start:api: starts the reference API.
import 'api/main';
