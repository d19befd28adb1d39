// In the page of a remote under development, beside rsbuild's own client: a React that is not built for development
// cannot replace components in a living page, so there every new build needs the page anew.
const renderers = () => [...(globalThis.__REACT_DEVTOOLS_GLOBAL_HOOK__?.renderers?.values() ?? [])];

new EventSource(`${CARRY_DEV_ORIGIN}/carry-changes`).onmessage = () => {
  if (!renderers().some(({ scheduleRefresh }) => scheduleRefresh)) location.reload();
};
