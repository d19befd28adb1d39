import type { whenIdle as WhenIdle } from '../universal/page/when-idle';
import { createIdlePrefetch } from './loading/idle-prefetch';
import type { RouteIndex } from './loading/route-index';
import type { Router } from './navigation/fade-between-pages';
import type { Reporter } from './reports/reporter';
import { measureVitals } from './reports/vitals';

interface IdlePage {
  index: RouteIndex;
  router: Pick<Router, 'subscribe'>;
  reporter: Reporter | null;
}

export async function startIdleWork(
  { index, router, reporter }: IdlePage,
  whenIdle: typeof WhenIdle,
): Promise<void> {
  const idle = () => new Promise<void>((resolve) => void whenIdle(resolve));
  if (reporter) measureVitals(reporter);
  await index.complete();
  const { look } = createIdlePrefetch(index, idle);
  look();
  router.subscribe(({ navigation }) => navigation.state === 'idle' && whenIdle(look));
}
