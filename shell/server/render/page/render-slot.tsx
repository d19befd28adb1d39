import { isApiError, type SlotProps } from '@carry/contracts/shell';
import { StaticRouter } from 'react-router';
import type { Rendered, RenderRequest, SlotRequest } from '../protocol/protocol';
import type { LoadedRelease } from './loaded-release';
import { printTree } from './print-tree';

/** Renders a slot of a release. Without its data, such as that of a signed-in visitor, it is empty and incomplete. */
export async function renderSlot(
  { name, props: json, idPrefix }: SlotRequest,
  { pathname, search, site, requestId, flags = {} }: RenderRequest,
  release: Pick<LoadedRelease, 'remote' | 'shellFor'> | null,
): Promise<Rendered> {
  const slots = release?.remote.slots ?? {};
  const create = Object.hasOwn(slots, name) ? slots[name] : undefined;
  if (!release || !create) throw new Error(`the release has no slot ${name}`);
  const { load, Component } = await create(release.shellFor(site, requestId, flags));
  const props = JSON.parse(json) as SlotProps;
  const empty = { status: 200, head: [], html: '', loaderData: {}, complete: false };
  let data: unknown;
  try {
    data = await load?.(props);
  } catch (error) {
    if (isApiError(error)) return empty;
    throw error;
  }
  const html = await printTree(
    <StaticRouter location={pathname + search}>
      <Component props={props} data={data} />
    </StaticRouter>,
    idPrefix,
  );
  return { ...empty, html, loaderData: data === undefined ? {} : { data }, complete: true };
}
