import { useLayoutEffect, useRef } from 'react';
import { useHost } from '../host/host';

/** Shows the server's HTML while the remote's code is missing: readable, with working links. */
export function ServerHtml() {
  const { serverHtml } = useHost();
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (serverHtml && location.pathname === serverHtml.pathname)
      box.current?.replaceChildren(...serverHtml.nodes);
  }, [serverHtml]);
  return <div ref={box} data-server-html />;
}
