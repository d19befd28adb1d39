import { queryNames } from 'contracts/release';
import type { RemoteRoute } from 'contracts/shell';
import * as React from 'react';
import * as jsxRuntime from 'react/jsx-runtime';
import * as router from 'react-router-dom';
import { createFakeShell } from 'remote-kit/fake-shell';
import { ReleaseRefused } from '../errors';
import { evaluateServerBundle } from '../server-bundle';
import { refuseUnless } from './refuse';

const shared = { react: React, 'react/jsx-runtime': jsxRuntime, 'react-dom': {}, 'react-router-dom': router };

/** Evaluates a server bundle the way the shell will; answers its contract version and routes, or refuses it. */
export function inspectServerBundle(name: string, code: string): { contractVersion: number; tree: RemoteRoute[] } {
  try {
    const remote = evaluateServerBundle(code, `${name}/server`, shared);
    const { shell } = createFakeShell();
    return { contractVersion: remote.contractVersion, tree: remote.createRoutes({ ...shell, rendering: 'server' }) };
  } catch (error) {
    throw new ReleaseRefused(
      `${name}: its server bundle cannot be evaluated (${(error as Error).message}); it must run without a browser`,
      { cause: error },
    );
  }
}

/**
 * The contract test of a built remote: every route resolves, shows or redirects, and its head can be asked before any data is there.
 * Answers the query names that each route says it reads, those of the routes around it with them, by its id.
 */
export async function checkRoutes(name: string, tree: RemoteRoute[], around?: readonly string[]): Promise<Map<string, string[]>> {
  const { shell } = createFakeShell();
  const queries = new Map<string, string[]>();
  for (const route of tree) {
    const what = `${name}: its route ${route.id ?? route.path ?? '(layout)'}`;
    const lazy =
      typeof route.lazy === 'function'
        ? await route.lazy().catch((cause: Error) => {
            throw new ReleaseRefused(`${what} cannot be loaded (${cause.message})`, { cause });
          })
        : {};
    const { Component, element, loader, handle, children }: RemoteRoute = { ...route, ...lazy };
    refuseUnless(Component || element || loader || children, `${what} shows nothing; give it a Component or a loader that redirects`);
    try {
      handle?.head?.({ data: undefined, params: {}, site: shell.site });
      handle?.status?.({ data: undefined, params: {}, site: shell.site });
    } catch (cause) {
      throw new ReleaseRefused(`${what} throws in its handle without data (${(cause as Error).message}); data may be missing there`, {
        cause,
      });
    }
    const query = queryNames.optional().safeParse(handle?.query);
    refuseUnless(query.success, `${what} has a query that is no list of names`);
    const read = query.data || around ? [...new Set([...(around ?? []), ...(query.data ?? [])])] : undefined;
    if (route.id !== undefined && read) queries.set(route.id, read);
    for (const [id, names] of await checkRoutes(name, children ?? [], read)) queries.set(id, names);
  }
  return queries;
}
