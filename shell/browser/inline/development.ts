// Development only: the DevTools hook that react-refresh needs, and a page reload when the shell restarts or changes.
interface DevelopmentHook {
  renderers: Map<number, unknown>;
  supportsFiber: true;
  inject(renderer: unknown): number;
  onScheduleFiberRoot(): void;
  onCommitFiberRoot(): void;
  onCommitFiberUnmount(): void;
}

const page = globalThis as { __REACT_DEVTOOLS_GLOBAL_HOOK__?: DevelopmentHook };
const renderers = new Map<number, unknown>();
let lastId = 0;
page.__REACT_DEVTOOLS_GLOBAL_HOOK__ ??= {
  renderers,
  supportsFiber: true,
  inject(renderer) {
    renderers.set(++lastId, renderer);
    return lastId;
  },
  onScheduleFiberRoot() {},
  onCommitFiberRoot() {},
  onCommitFiberUnmount() {},
};

const changes = new EventSource('/_shell/changes');
let wasOpen = false;
changes.onmessage = () => location.reload();
changes.onopen = () => {
  if (wasOpen) location.reload();
  wasOpen = true;
};
