// Runs next to rsbuild's dev client. A production React has no Fast Refresh, so each new build reloads the page.
const renderers = () => [...(globalThis.__REACT_DEVTOOLS_GLOBAL_HOOK__?.renderers?.values() ?? [])];

new EventSource(`${CARRY_DEV_ORIGIN}/carry-changes`).onmessage = () => {
  if (!renderers().some(({ scheduleRefresh }) => scheduleRefresh)) location.reload();
};
