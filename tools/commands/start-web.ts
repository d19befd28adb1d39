// npm run start:web: starts the site. The API runs elsewhere (API_URL).
import 'shell/main';
