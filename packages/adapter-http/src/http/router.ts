import { H3, H3Event } from 'h3';
import { FastURL, NodeRequest } from 'srvx/node';
import type { Reply } from './answer.ts';
import type { HttpRequest } from './http-request.ts';

export type PathIds = Readonly<Record<string, string>>;

/** Replies to a request; never rejects. */
export type Handler = (request: HttpRequest, ids: PathIds) => Promise<Reply>;

export interface Router {
  /**
   * Adds a path, such as `/manage/:token` or `/manage/**`: the more exact one wins. Handlers of GET also answer HEAD.
   * @param otherwise answers all other methods
   * @param incomplete answers if a segment of the path is empty, such as an id; by default like the path without the additional slash
   */
  add(
    path: string,
    handlers: Readonly<Partial<Record<string, Handler>>>,
    otherwise: Handler,
    incomplete?: Handler,
  ): void;
  /** The reply to a request, or null if its path has no route. */
  reply(request: HttpRequest): Promise<Reply> | null;
}

/** Paths that do not need normalisation. */
const PLAIN = /^(?:\/[\w-]*)*$/;

/** Characters whose escapes are equivalent to them (RFC 3986, section 6.2.2.2). */
const UNRESERVED = /[\w.~-]/;

/** Characters that a URL parser would change or give a meaning. */
const REWRITTEN = /[^\w.~%/!$&'()*+,;:=@|[\]-]/g;

/** The path with unreserved characters decoded and the rest escaped: `/manage/../healthz` stays below `/manage`, as a proxy might have read it. */
function routedPath(path: string): string {
  if (PLAIN.test(path)) return path;
  const unescaped = path.replaceAll(/%[2-7][\da-f]/gi, (escape) => {
    const character = String.fromCodePoint(Number.parseInt(escape.slice(1), 16));
    return UNRESERVED.test(character) ? character : escape;
  });
  return unescaped
    .replaceAll(REWRITTEN, encodeURIComponent)
    .replaceAll(/(?<=\/)\.\.?(?=\/|$)/g, (dots) => '%252e'.repeat(dots.length));
}

const EMPTY_SEGMENT = /\/(?:\/|$)/;

/** A request in h3, with the reply of its route. */
class RoutedEvent extends H3Event {
  readonly request: HttpRequest;
  reply: Promise<Reply> | null = null;

  constructor(request: HttpRequest) {
    const { source } = request;
    if ('res' in source) super(new NodeRequest(source));
    else {
      // The context of a web request belongs to the server that passed it, such as another h3 app.
      const { context } = source;
      super(source, {});
      if (context) source.context = context;
      else delete source.context;
    }
    // A route depends on the path only.
    this.url = new FastURL({
      protocol: 'http:',
      host: 'localhost',
      pathname: routedPath(request.path),
      search: '',
    });
    this.request = request;
  }
}

/**
 * h3 finds the route of an event. Its `fetch` is not used (`docs/decisions/h3.md`): it needs the global `Response`, cannot pass a request on, and
 * does not report failed answers.
 */
export function createRouter(): Router {
  const app = new H3();
  return {
    add(path, handlers, otherwise, incomplete) {
      const byMethod = new Map(Object.entries(handlers));
      if (byMethod.has('GET')) byMethod.set('HEAD', byMethod.get('GET'));
      app.all(path, (event) => {
        if (!(event instanceof RoutedEvent)) return;
        const { request } = event;
        const known = byMethod.get(request.method) ?? otherwise;
        const handler = incomplete && EMPTY_SEGMENT.test(request.path) ? incomplete : known;
        event.reply = handler(request, event.context.params ?? {});
      });
    },
    reply(request) {
      const event = new RoutedEvent(request);
      app.handler(event);
      return event.reply;
    },
  };
}
