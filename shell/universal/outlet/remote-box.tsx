import { Outlet } from 'react-router-dom';

/** Marks which remote, at which release, owns this part of the page. */
export const RemoteBox = ({ name, version }: { name: string; version: string }) => (
  <div data-remote={name} data-release={version}>
    <Outlet />
  </div>
);
