// npm run start:api: the reference API alone.
import 'api/main';
