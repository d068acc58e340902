/**
 * The endpoints of the specification (§4, §5) and those that were added (D30), as the conformance kit has them and the document's examples ask them: what the
 * document, the guard and the server are held against.
 */
import { openApiDocument } from '@bord/adapter-http';
import type { Scope } from '@bord/engine';
import { ADDED_ENDPOINTS } from '../../packages/cli/src/conformance/added-endpoints.ts';
import { ENDPOINTS as SPECIFIED } from '../../packages/cli/src/conformance/endpoints.ts';

/** The subject of a request. */
interface About {
  readonly locationId: string;
  readonly bookingId: string;
  readonly holdId: string;
  readonly waitingId: string;
  readonly date: string;
  /** A slot for two. */
  readonly startsAt: string;
}

/** Where a booking was made, or which location is asked for: on the key's list, on none of its, or nowhere. */
export type Ownership = 'own' | 'other' | 'nowhere';

export interface SpecifiedEndpoint {
  readonly name: string;
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** As the document writes it. */
  readonly path: string;
  readonly scope: Scope;
  /** 500 may come from each, whatever the specification says. */
  readonly statuses: readonly number[];
  /** The statuses for a key with the scope, with a list of locations and without one. */
  readonly access: Readonly<Record<'list' | 'no list', Readonly<Record<Ownership, number>>>>;
  /** A request that it would take. */
  readonly request: (about: About) => readonly [path: string, body?: object | undefined];
}

const document = openApiDocument();

const METHODS = { GET: 'get', POST: 'post', DELETE: 'delete' } as const;

export const ENDPOINTS: readonly SpecifiedEndpoint[] = [...SPECIFIED, ...ADDED_ENDPOINTS].map(
  ({ method, path, scope, statuses }): SpecifiedEndpoint => {
    const operation = document.paths[path]![METHODS[method]]!;
    return {
      name: operation.operationId,
      method,
      path,
      scope: scope as Scope,
      statuses,
      access: accessOf(path, statuses),
      request: (about) => exampleOf(operation, path, about),
    };
  },
);

/**
 * §5.5, §5.6: without a list, every location answers and no booking does. An unknown location is 403, unless the operation has 404. A
 * partner's holds and waitlist entries are its own, with a list or without one (D35, D36).
 */
function accessOf(path: string, statuses: readonly number[]): SpecifiedEndpoint['access'] {
  const done = statuses[0]!;
  const nowhere = statuses.includes(404) ? 404 : 403;
  if (path.startsWith('/holds/') || path.startsWith('/waitlist/'))
    return {
      list: { own: done, other: 404, nowhere: 404 },
      'no list': { own: done, other: done, nowhere: 404 },
    };
  if (path === '/bookings')
    return {
      list: { own: done, other: 403, nowhere: 403 },
      'no list': { own: 403, other: 403, nowhere: 403 },
    };
  return path.startsWith('/bookings/')
    ? { list: { own: done, other: 404, nowhere: 404 }, 'no list': { own: 403, other: 403, nowhere: 403 } }
    : { list: { own: done, other: 403, nowhere: 403 }, 'no list': { own: done, other: done, nowhere } };
}

type Operation = NonNullable<(typeof document.paths)[string]['get']>;

/** The least of the document's examples, asked about something else. */
function exampleOf(
  operation: Operation,
  path: string,
  about: About,
): readonly [string, (object | undefined)?] {
  const given: Readonly<Record<string, unknown>> = {
    ...about,
    locationIds: [about.locationId],
    partySize: 2,
    startDate: about.date,
    endDate: about.date,
  };
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(given[name]));
  const query = (operation.parameters ?? [])
    .filter((parameter) => parameter.in === 'query' && parameter.example !== undefined)
    .map(({ name, example }) => `${name}=${String(given[name] ?? example)}`);
  const examples = Object.values(operation.requestBody?.content['application/json'].examples ?? {});
  const body = examples.at(-1)?.value as Record<string, unknown> | undefined;
  return [
    query.length === 0 ? filled : `${filled}?${query.join('&')}`,
    body && Object.fromEntries(Object.entries(body).map(([name, value]) => [name, given[name] ?? value])),
  ];
}
