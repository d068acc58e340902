/** Pages for people, next to the partner API: the guest's manage page, the sandbox's sign-up and the staff console. Public as `@bord/adapter-http/pages`. */
import type { Engine } from '@bord/engine';
import { type Answer, wholeSeconds } from './http/answer.ts';
import { errorAnswer } from './http/errors.ts';
import { readSender } from './mail/sender.ts';
import { type HttpRequest, readQuery } from './http/http-request.ts';
import type { PartnerApi, Work } from './http/partner-api.ts';
import { type ClientAddress, type ClientAddressOptions, createClientAddress } from './http/client-address.ts';
import { bookRoutes } from './book/book-routes.ts';
import { mountConsole } from './console/mount-console.ts';
import { faultPage, type FaultWords } from './web/fault-page.ts';
import type { Words as Texts } from './i18n/en.ts';
import { languageOf, preferredLanguage, wordsIn } from './i18n/languages.ts';
import { manageRoutes } from './guest/manage-routes.ts';
import { pageAnswer } from './web/page.ts';
import type { ConsoleDemo } from './console/demo/demo-entry.ts';
import type { LocationFiles } from './console/house/location-files.ts';
import { BOOK_PAGE_LIMITS, createPageCounter, type PageCounter, type PageLimits } from './web/page-limits.ts';
import { isForeign, readForm } from './web/read-form.ts';
import { type PageContext, type PageRoute, type RequestInput, rootOf } from './web/page-route.ts';
import { mountListening } from './sandbox/listen-route.ts';
import { startRoute } from './start-page.ts';
import { sandboxFaults } from './sandbox/sandbox-pages.ts';
import { sandboxRoutes } from './sandbox/sandbox-routes.ts';
import { waitingRoutes } from './guest/waiting-routes.ts';
import { type FileStore, mountFiles } from './web/stored-images.ts';

export type { ConsoleDemo } from './console/demo/demo-entry.ts';
export type { FileChange, LocationFiles, ReadFile } from './console/house/location-files.ts';

/** The pages, their URLs and dependencies. */
export interface PagesOptions extends ClientAddressOptions {
  /** The API to which the pages are added. */
  readonly api: Pick<PartnerApi, 'route'>;
  /** The engine of the pages. */
  readonly engine: Engine;
  /** The location for which sandbox keys are created; null: the server has no sandbox, and `/sandbox` is unknown. */
  readonly demoLocationId: string | null;
  /** The public URL of the server, such as `https://book.example.com`: base of links, and the permitted origin of forms. */
  readonly publicUrl: () => string;
  /** Adds the start page `/`, which links the pages that the server has. Default: off, the root is left to the host. */
  readonly startPage?: boolean;
  /** Adds the restaurants' booking pages at `/book`, the widget `/embed.js`, `/robots.txt` and `/sitemap.xml`. Default: off. */
  readonly bookingPage?: boolean;
  /** Adds the staff console at `/console`. Staff sign in with a mailed link. Default: off. */
  readonly console?: boolean;
  /** Reads and writes the file of a location, for the console's plan; null, the default: the console has no file pages. */
  readonly locationFiles?: LocationFiles | null;
  /** Stores logos and pictures of restaurants, shown at `/files/{sha256}`; null, the default: without images and `/files`. */
  readonly files?: FileStore | null;
  /** The demo restaurant, whose console is opened by a printed link (D55), and by developers with a sandbox key; null, the default: none. */
  readonly consoleDemo?: ConsoleDemo | null;
  /** Sender of the mails, as for `createMailer`. */
  readonly mailFrom: string;
  /** The folder of unsent mails, for developers; null, the default, if mails are sent. Managers of `consoleDemo` get a link to sign-up mails. */
  readonly mailFolder?: string | null;
  /** The base path of the API. Defaults to `/v1/partner-api`. */
  readonly basePath?: string;
  /** Rate limits of pages per link and per IP address. Defaults to 60 per link and 600 per IP address in a minute, 12,000 for booking pages. */
  readonly limits?: PageLimits;
  /** Rate limits of console pages. Defaults to 1,200 per signed-in browser and 6,000 per IP address in a minute. */
  readonly consoleLimits?: PageLimits;
  /** Names the client of a request, for rate limits. Defaults to its IP address, derived with `trustedProxies`. */
  readonly clientAddress?: ClientAddress;
  /** The clock. Defaults to that of this machine. */
  readonly nowMs?: () => number;
}

/** Adds `/manage`, `/waitlist`, `/files`, `/book`, `/sandbox` and `/console` to the routes of an API, and that of `bord webhooks listen`. */
export function mountPages(options: PagesOptions): void {
  const { api, engine, demoLocationId, mailFolder = null, basePath = '/v1/partner-api' } = options;
  const { files = null, locationFiles = null, consoleDemo: demo = null } = options;
  const { nowMs = Date.now, clientAddress = createClientAddress(options) } = options;
  const publicUrl = (): string => options.publicUrl().replace(/\/+$/, '');
  const context: PageContext = { engine, publicUrl, organizer: readSender(options.mailFrom).address, nowMs };
  const sandbox =
    demoLocationId === null
      ? []
      : sandboxRoutes({
          ...context,
          demoLocationId,
          basePath,
          mailFolder,
          demo: options.console === true ? demo : null,
        });
  const isOurs = (request: HttpRequest): boolean => !isForeign(request.headers, new URL(publicUrl()).origin);

  if (files !== null) mountFiles(api, files);
  if (demoLocationId !== null) mountListening(api, engine, basePath);
  const counter = createPageCounter(options.limits);
  const has = { console: options.console === true, bookingPage: options.bookingPage === true };
  const start = options.startPage ? [startRoute(context, has)] : [];
  for (const route of [...start, ...manageRoutes(context), ...waitingRoutes(context)])
    mount(api, route, { isOurs, clientAddress, counter, words: guestWords });
  const bookCounter = createPageCounter(options.limits ?? BOOK_PAGE_LIMITS);
  if (has.bookingPage)
    for (const route of bookRoutes(context))
      mount(api, route, { isOurs, clientAddress, counter: bookCounter, words: bookWords });
  const words = (): FaultWords => sandboxFaults(rootOf(context));
  for (const route of sandbox) mount(api, route, { isOurs, clientAddress, counter, words });
  for (const path of ['/manage/**', '/waitlist/**', '/sandbox/**'])
    api.route(path, unknown, { dress: dressedIn(guestWords) });
  if (has.bookingPage) api.route('/book/**', unknown, { dress: dressedIn(bookWords) });
  if (options.console === true)
    mountConsole(
      { engine, publicUrl, mailFolder, locationFiles, demo, nowMs },
      { api, clientAddress, limits: options.consoleLimits },
    );
}

const unknown = async (): Promise<Answer> => errorAnswer('path_not_found');

type Words = (request: HttpRequest) => FaultWords;

/** The language of an error page: `?lang=`, otherwise that of the browser. */
function textsOf({ search, headers }: HttpRequest): Texts {
  const chosen = languageOf(new URLSearchParams(search).get('lang'));
  return wordsIn(chosen ?? preferredLanguage(headers.get('accept-language')));
}

const guestWords: Words = (request) => {
  const { tag, page } = textsOf(request);
  return { ...page, language: tag };
};

const bookWords: Words = (request) => {
  const { tag, page, book } = textsOf(request);
  return { ...page, faults: { ...page.faults, ...book.faults }, language: tag };
};

interface Mounting {
  /** Whether a page of this site sent the request. */
  readonly isOurs: (request: HttpRequest) => boolean;
  readonly clientAddress: ClientAddress;
  readonly counter: PageCounter;
  readonly words: Words;
}

function mount(
  api: PagesOptions['api'],
  { path, read, change }: PageRoute,
  { isOurs, clientAddress, counter, words }: Mounting,
): void {
  const counted =
    (page: (input: RequestInput) => Promise<Answer>): Work =>
    async (request, { token = '', alias = '' }, receive) => {
      const address = clientAddress(request);
      const waitMs = counter.waitMs({ address, token });
      if (waitMs > 0)
        return errorAnswer('rate_limited', ['retry-after', `${wholeSeconds(waitMs)}`], TOO_OFTEN);
      const owners = token === '' ? [address] : [address, token];
      return page({
        token,
        alias,
        query: readQuery(request.search),
        headers: request.headers,
        clientAddress: address,
        readForm: () => receive(readForm, owners),
      });
    };
  const works: Record<string, Work> = { GET: counted(read) };
  if (change) {
    const changed = counted(change);
    works['POST'] = async (request, ...rest) => (isOurs(request) ? changed(request, ...rest) : FOREIGN);
  }
  api.route(path, works, { dress: dressedIn(words) });
}

const TOO_OFTEN = 'Too many pages have been asked for within the minute.';
const FOREIGN = errorAnswer('foreign_page');

/** Shows failures as pages instead of the API's error bodies. */
function dressedIn(words: Words): (answer: Answer, request: HttpRequest) => Answer {
  return (answer, request) => {
    const { status, headers = [] } = answer;
    const page = pageAnswer(faultPage(status, words(request)));
    return { ...page, headers: [...headers, ...(page.headers ?? [])] };
  };
}
