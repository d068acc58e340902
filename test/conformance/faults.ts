/** Parts of faults: they change requests before a correct server receives them, or its answers before they are sent. */
import { setTimeout as delay } from 'node:timers/promises';
import { BASE } from '../support/world.ts';
import type { Fault, Serve, Target } from './target.ts';

/** A request as a fault sees it. */
export interface RequestInput {
  readonly method: string;
  /** Below the base path, without the query. */
  readonly path: string;
  readonly query: URLSearchParams;
  /** The JSON body; undefined without one. */
  // oxlint-disable-next-line typescript/no-explicit-any -- what arrives is what faults are about
  readonly body: any;
  readonly key: string | null;
}

export interface Reply {
  status: number;
  // oxlint-disable-next-line typescript/no-explicit-any -- what goes out is what faults are about
  json: any;
  readonly headers: Headers;
}

export type Which = (input: RequestInput, target: Target) => boolean;

export const isDay: Which = ({ method, path }) => method === 'GET' && path.endsWith('/availability');
export const isBatch: Which = ({ path }) => path.endsWith('/availability/batch');
export const isCreate: Which = ({ method, path }) => method === 'POST' && path.endsWith('/bookings');
export const isRead: Which = ({ method, path }) => method === 'GET' && path.startsWith('/bookings/');
export const isCancel: Which = ({ path }) => path.endsWith('/cancel');
export const isMenu: Which = ({ path }) => path.endsWith('/menu');

export const either =
  (...all: readonly Which[]): Which =>
  (input, target) =>
    all.some((which) => which(input, target));

export const both =
  (...all: readonly Which[]): Which =>
  (input, target) =>
    all.every((which) => which(input, target));

export const by =
  (name: keyof Target['keys']): Which =>
  ({ key }, { keys }) =>
    key === keys[name];

/** Changes the answers to some requests; without a returned value, the change in place counts. */
export function answering(
  which: Which,
  change: (
    reply: Reply,
    input: RequestInput,
    target: Target,
  ) => Partial<Reply> | void | Promise<Partial<Reply> | void>,
): Fault {
  return (serve, target) => async (request) => {
    const input = await read(request);
    const response = await serve(request);
    if (!which(input, target)) return response;
    const text = await response.text();
    const json: unknown = text === '' ? undefined : JSON.parse(text);
    const reply: Reply = { status: response.status, json, headers: new Headers(response.headers) };
    const { status, json: body, headers } = { ...reply, ...(await change(reply, input, target)) };
    headers.delete('content-length');
    return new Response(typeof body === 'string' ? body : JSON.stringify(body), { status, headers });
  };
}

/** Changes the JSON of good answers. */
export function saying(
  which: Which,
  change: (json: Reply['json'], input: RequestInput, target: Target) => unknown,
): Fault {
  return answering(which, (reply, input, target) => {
    if (reply.status < 300) change(reply.json, input, target);
    return reply;
  });
}

/** Answers with another status, and something else, where a request was answered with one. */
export const replying = (which: Which, from: number, status: number, json: object = error(status)): Fault =>
  answering(which, (reply) => (reply.status === from ? { status, json } : {}));

/** Answers some requests without asking the sound server. */
export function instead(which: Which, status: number, json: unknown = error(status)): Fault {
  return (serve, target) => async (request) =>
    which(await read(request), target) ? Response.json(json, { status }) : serve(request);
}

/** Changes some requests before the sound server sees them: their query, body or key. */
export function asking(
  which: Which,
  change: (
    input: RequestInput,
    target: Target,
  ) => Partial<Pick<RequestInput, 'query' | 'body' | 'key'>> | void,
): Fault {
  return (serve, target) => async (request) => {
    const input = await read(request);
    if (!which(input, target)) return serve(request);
    const { method, path, query, body, key } = { ...input, ...change(input, target) };
    const headers = new Headers(request.headers);
    headers.delete('x-partner-key');
    headers.delete('authorization');
    if (key !== null) headers.set('authorization', `Bearer ${key}`);
    const url = `http://127.0.0.1${BASE}${path}${query.size > 0 ? `?${query.toString()}` : ''}`;
    return serve(
      new Request(url, { method, headers, body: body === undefined ? null : JSON.stringify(body) }),
    );
  };
}

/** Takes a request to book that has to be refused for one that is good. */
// oxlint-disable-next-line typescript/no-explicit-any -- whatever the kit sends
export const takes = (isWrong: (body: any) => boolean, good: (body: any) => object): Fault =>
  asking(
    both(isCreate, ({ body }) => isWrong(body)),
    ({ body }) => ({ body: { ...body, ...good(body) } }),
  );

export const isPost = ({ method, url }: Request): boolean => method === 'POST' && url.endsWith('/bookings');

/** The duration of a slow booking, so that two concurrent requests overlap. */
export const SLOW_MS = 15;

export const slow: Fault = (serve) => async (request) => {
  if (isPost(request)) await delay(SLOW_MS);
  return serve(request);
};

/** More than one fault; the first is nearest to the client. */
export function faults(...all: readonly Fault[]): Fault {
  return (serve, target) => all.reduceRight<Serve>((inner, fault) => fault(inner, target), serve);
}

/** Something in the Error shape. */
export function error(statusCode: number): object {
  return { statusCode, message: 'No.', error: 'Error' };
}

async function read(request: Request): Promise<RequestInput> {
  const { pathname, searchParams } = new URL(request.url);
  const text = await request.clone().text();
  const bearer = request.headers.get('authorization')?.replace(/^Bearer /, '');
  return {
    method: request.method,
    path: pathname.replace(BASE, ''),
    query: searchParams,
    body: parsed(text),
    key: bearer ?? request.headers.get('x-partner-key'),
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
