// npm run start:web: the site alone, against the API that API_URL names.
import 'shell/main';
