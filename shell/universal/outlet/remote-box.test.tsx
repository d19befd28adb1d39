import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { type Host, HostProvider } from '../host/host';
import { ServerHtml } from './remote-box';

test("keeps the remote's mark around its server HTML", () => {
  const nodes = [document.createElement('p')];
  const release = { name: 'mf-help', version: '1.2.3' };
  const host = { serverHtml: { pathname: location.pathname, release, nodes } } as Partial<Host>;
  const { container } = render(
    <HostProvider value={host as Host}>
      <ServerHtml />
    </HostProvider>,
  );
  expect(container.querySelector('[data-remote="mf-help"] p')).toBe(nodes[0]);
  expect(container.querySelector('[data-release="1.2.3"]')).not.toBeNull();
});
