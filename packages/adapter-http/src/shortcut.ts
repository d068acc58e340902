import type { IncomingMessage, ServerResponse } from 'node:http';
import { NodeRequest } from 'srvx/node';
import type { Reply } from './answer.ts';
import { readAvailability } from './operations.ts';
import type { Pipeline } from './pipeline.ts';
import { ROUTES } from './routes.ts';

/** The reply to a request of Node's, or null for a request that has to take the ordinary way. */
export type Shortcut = (req: IncomingMessage, res: ServerResponse) => Promise<Reply> | null;

const ROUTE = ROUTES.find(({ operation }) => operation === readAvailability)!;

/** No escapes, no second meaning: what the router would make of it is plain to see. */
const PLAIN = /^([0-9a-f-]{36})\/availability(\?[\w=&-]+)$/;

/**
 * The most frequent question, the availability of a day, goes from Node to the pipeline without a web request, a router and a
 * web response in between, which would cost more than the answer. Guard, operation and reply are the same.
 */
export function shortcut(base: string, pipeline: Pipeline): Shortcut {
  const before = `${base}/locations/`;
  return (req, res) => {
    const { url = '', method } = req;
    if (method !== ROUTE.method || !url.startsWith(before) || hasBody(req)) return null;
    const [, locationId, search] = PLAIN.exec(url.slice(before.length)) ?? [];
    if (locationId === undefined || search === undefined) return null;
    const { headers } = new NodeRequest({ req, res });
    return pipeline.replyTo({ method, headers, search, readJson }, ROUTE, { locationId });
  };
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
}

async function readJson(): Promise<undefined> {
  return undefined;
}
