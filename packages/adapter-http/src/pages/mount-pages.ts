/** Pages for people, beside the partner API: what is behind the link in a guest's mails, and the sandbox's sign-up. Public as `@bord/adapter-http/pages`. */
import type { Engine } from '@bord/engine';
import type { H3Event } from 'h3';
import type { Answer } from '../answer.ts';
import { errorAnswer } from '../errors.ts';
import { readSender } from '../mail/sender.ts';
import { METHOD_UNKNOWN, PATH_UNKNOWN } from '../messages.ts';
import type { PartnerApi } from '../partner-api.ts';
import { readQuery } from '../read-query.ts';
import { askerAt } from './asker.ts';
import { faultPage, type FaultWords } from './fault-page.ts';
import { languageOf, preferredLanguage } from './languages.ts';
import { manageRoutes } from './manage-routes.ts';
import { pageAnswer } from './page.ts';
import { isForeign, readForm } from './read-form.ts';
import type { PageRoute } from './routes.ts';
import { sandboxFaults } from './sandbox-pages.ts';
import { sandboxRoutes } from './sandbox-routes.ts';
import { type Desk, rootOf } from './visit.ts';
import { pageWordsIn } from './words/page-words-in.ts';
import { wordsIn } from '../words/words-in.ts';

export interface PagesOptions {
  readonly api: Pick<PartnerApi, 'app' | 'reply'>;
  readonly engine: Engine;
  /** For which sandbox keys are made; null: there is no sandbox, and `/sandbox` is unknown. */
  readonly demoLocationId: string | null;
  /** Where people reach the server, such as `https://book.example.com`: base of links, and where forms may come from. */
  readonly publicUrl: () => string;
  /** Sender of the mails, as `createMailer` has it. */
  readonly mailFrom: string;
  /** Where mails go that are only written to files, for developers who look for theirs; null, the default, when they are really sent. */
  readonly mailFolder?: string | null;
  /** Where the endpoints live. Defaults to `/v1/partner-api`. */
  readonly basePath?: string;
  /**
   * Who asks, for the limit on sign-ups. Defaults to the address of the connection; behind a proxy that is the proxy's for everybody, and what
   * the proxy says should be read instead.
   */
  readonly askerOf?: (request: H3Event['req']) => string;
  /** Defaults to the clock of this machine. */
  readonly nowMs?: () => number;
}

/** Adds `/manage/{token}` and `/sandbox` to the routes of an API. */
export function mountPages(options: PagesOptions): void {
  const { api, engine, demoLocationId, mailFolder = null, basePath = '/v1/partner-api' } = options;
  const { nowMs = Date.now, askerOf = ({ ip }) => askerAt(ip) } = options;
  const publicUrl = (): string => options.publicUrl().replace(/\/+$/, '');
  const desk: Desk = { engine, publicUrl, organizer: readSender(options.mailFrom).address, nowMs };
  const sandbox =
    demoLocationId === null ? [] : sandboxRoutes({ ...desk, demoLocationId, basePath, mailFolder });
  const mount = mounting(api, publicUrl, askerOf);

  for (const route of manageRoutes(desk)) mount(route, guestWords);
  for (const route of sandbox) mount(route, () => sandboxFaults(rootOf(desk)));
  for (const path of ['/manage/**', '/sandbox/**']) {
    api.app.all(path, ({ req }) =>
      dressed(
        req,
        api.reply(req, null, async () => NOT_FOUND),
        guestWords,
      ),
    );
  }
}

type Words = (request: Request) => FaultWords;

/** Unless she says so by `?lang=`, it is not known which language the reader of a fault has: her browser knows. */
const guestWords: Words = ({ url, headers }) => {
  const chosen = languageOf(new URL(url).searchParams.get('lang'));
  const language = chosen ?? preferredLanguage(headers.get('accept-language'));
  return { ...pageWordsIn(language), language: wordsIn(language).tag };
};

const NOT_FOUND = errorAnswer(404, PATH_UNKNOWN);

function mounting(
  { app, reply }: PagesOptions['api'],
  publicUrl: () => string,
  askerOf: NonNullable<PagesOptions['askerOf']>,
): (route: PageRoute, words: Words) => void {
  return ({ path, read, change }, words) => {
    const answer = ({ req, url, context }: H3Event): Promise<Response> => {
      const work = async (): Promise<Answer> => {
        const isChange = req.method === 'POST';
        if (isChange && isForeign(req.headers, new URL(publicUrl()).origin)) return FOREIGN;
        return (isChange ? change! : read)({
          token: context.params?.['token'] ?? '',
          query: readQuery(url.search),
          headers: req.headers,
          asker: askerOf(req),
          readForm: () => readForm(req),
        });
      };
      return dressed(req, reply(req, path, work, req.method === 'POST' ? 'booking' : 'reading'), words);
    };
    const methods = change ? (['GET', 'HEAD', 'POST'] as const) : (['GET', 'HEAD'] as const);
    for (const method of methods) app.on(method, path, answer);
    const wrong = errorAnswer(405, METHOD_UNKNOWN, ['allow', methods.join(', ')]);
    app.all(path, ({ req }) =>
      dressed(
        req,
        reply(req, path, async () => wrong),
        words,
      ),
    );
  };
}

const FOREIGN = errorAnswer(403, 'The request comes from a page of another site.');

/** Faults are told in a page: what the API says of them is for programs. */
async function dressed(request: Request, pending: Promise<Response>, words: Words): Promise<Response> {
  const response = await pending;
  const { status } = response;
  if (!response.headers.get('content-type')?.startsWith('application/json')) return response;
  const page = pageAnswer(faultPage(status, words(request)));
  const headers = new Headers(response.headers);
  headers.delete('content-length');
  headers.set('content-type', page.type!);
  for (let i = 0; i < page.headers!.length; i += 2) headers.set(page.headers![i]!, page.headers![i + 1]!);
  return new Response(page.body as string, { status, statusText: response.statusText, headers });
}
