// Delivers events until it is killed: store, URL and secret are arguments.
import { Changes } from '../src/events/changes';
import { Delivery } from '../src/events/delivery';
import { createWebhook } from '../src/events/webhook';
import { DirectoryStore } from '../src/stores/directory-store';

const [folder = '', url = '', secret = ''] = process.argv.slice(2);
const store = new DirectoryStore(folder);
const times = { beatMs: 100, leaseMs: 400, backoffMs: [50] };
new Delivery({
  store,
  changes: new Changes(store),
  target: createWebhook(url, [secret]),
  source: 'https://carry.example',
  log: () => {},
  times,
});
