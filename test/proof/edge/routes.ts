/** Every route of a server, as requests that it works on: with a valid key, session and link. */
import { dayAhead } from '../../servers/bord-process.ts';
import { allPaths } from '../../support/all-routes.ts';

export interface EdgeRoute {
  /** `GET /docs` */
  readonly name: string;
  /** As it goes over the wire. */
  readonly request: string;
}

/** The credentials of the requests. */
export interface Access {
  readonly host: string;
  readonly locationId: string;
  readonly key: string;
  readonly session: string;
  readonly bookingId: string;
  readonly manageToken: string;
}

export function routesFor(access: Access): EdgeRoute[] {
  return [...allPaths(), '/nothing/here'].flatMap((path) =>
    ['GET', 'POST'].map((method) => routeOf(method, path, access)),
  );
}

function routeOf(method: string, path: string, access: Access): EdgeRoute {
  const { host, key, session, locationId, bookingId, manageToken } = access;
  const ids: Readonly<Record<string, string>> = { token: manageToken, id: bookingId, bookingId };
  const filled = path
    .replace('**', 'x')
    .replaceAll(/:location(?:Id)?\b/g, locationId)
    .replaceAll(/:(\w+)/g, (_, name: string) => ids[name] ?? 'x');
  const day = dayAhead(3);
  const query = `date=${day}&from=${day}&to=${day}&partySize=2&locationIds=${locationId}`;
  const line = `${method} ${filled}${method === 'GET' ? `?${query}` : ''} HTTP/1.1`;
  const isJson = path.startsWith('/v1/');
  const body =
    method === 'GET' ? '' : isJson ? JSON.stringify(fieldsAt(day)) : 'token=x&email=a%40example.com';
  const headers = [
    `host: ${host}`,
    `authorization: Bearer ${key}`,
    `cookie: bord_session_${host.split(':')[1]}=${session}`,
    ...(body
      ? [`content-type: ${isJson ? 'application/json' : FORM}`, `content-length: ${body.length}`]
      : []),
  ];
  return { name: `${method} ${path}`, request: `${[line, ...headers].join('\r\n')}\r\n\r\n${body}` };
}

const FORM = 'application/x-www-form-urlencoded\r\nsec-fetch-site: same-origin';

/** Of all bodies of the partner API: unknown fields are ignored (D11). */
const fieldsAt = (day: string): object => ({
  startsAt: `${day}T18:00:00Z`,
  from: `${day}T18:00:00Z`,
  to: `${day}T19:00:00Z`,
  startDate: day,
  endDate: day,
  partySize: 2,
  partySizes: [2],
  name: 'Alva Lind',
  email: 'alva@example.com',
});
