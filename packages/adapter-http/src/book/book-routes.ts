/** The restaurant's own booking page (D52). */
import { gzipSync } from 'node:zlib';
import { BookingError, type Menu } from '@bord/engine';
import type { Answer } from '../http/answer.ts';
import { acceptsGzip } from '../http/accepts-gzip.ts';
import { languageLinks } from '../guest/booking-page.ts';
import { pageAnswer, seeOther } from '../web/page.ts';
import { type PageContext, type PageRoute, type RequestInput, rootOf } from '../web/page-route.ts';
import { type BookContext, type BookInput, opened, timesAnswer, visitorOf } from './booking.ts';
import { EMBED_SCRIPT } from './embed-script.ts';
import { headOf, sitemap } from './for-machines.ts';
import { holdRoutes } from './hold-routes.ts';
import { limitedRoutes } from './limited.ts';
import { listPage } from './list-page.ts';
import { menuPage } from './menu-page.ts';
import { createWorkChallenges } from './work-challenges.ts';
import { privacyPage } from './small-pages.ts';
import { bookHref } from './visit.ts';
import { waitRoutes } from './wait-routes.ts';

export function bookRoutes(pageContext: PageContext): readonly PageRoute[] {
  const context: BookContext = { ...pageContext, work: createWorkChallenges() };
  return [
    { path: '/book', read: (input) => list(context, input) },
    { path: '/book/:alias', read: (input) => firstView(context, input) },
    ...holdRoutes(context),
    ...limitedRoutes(context),
    ...waitRoutes(context),
    {
      path: '/book/:alias/privacy',
      read: async (request) => {
        const { visit } = await opened(context, request);
        const { privacyUrl } = visit.rules;
        return privacyUrl === null ? pageAnswer(privacyPage(visit)) : seeOther(privacyUrl);
      },
    },
    {
      path: '/book/:alias/menu',
      read: async (request) => {
        const input = await opened(context, request);
        const { visit } = input;
        const menu = await menuOf(context, input);
        return menu ? packed(pageAnswer(menuPage(visit, menu)), input) : seeOther(bookHref(visit));
      },
    },
    {
      path: '/sitemap.xml',
      read: async (input) => sitemap(await visitorOf(context, input).restaurants(), context.publicUrl()),
    },
    { path: '/embed.js', read: async () => EMBED },
  ];
}

const EMBED: Answer = {
  status: 200,
  type: 'text/javascript; charset=utf-8',
  body: EMBED_SCRIPT,
  cacheControl: 'public, max-age=3600',
  headers: ['cross-origin-resource-policy', 'cross-origin', 'access-control-allow-origin', '*'],
};

async function list(context: BookContext, input: RequestInput): Promise<Answer> {
  const restaurants = await visitorOf(context, input).restaurants();
  const root = rootOf(context);
  const [only, ...others] = restaurants;
  if (only && others.length === 0) {
    const search = new URLSearchParams(input.query).toString();
    return seeOther(`${root}/book/${only.alias}${search && `?${search}`}`);
  }
  return packed(pageAnswer(listPage(restaurants, root, input)), input);
}

async function firstView(context: BookContext, request: RequestInput): Promise<Answer> {
  const input = await opened(context, request);
  const { visit, query } = input;
  const { lang: _, ...rest } = query;
  const hasMenu = (await menuOf(context, input)) !== null;
  const frame = {
    head: headOf(visit),
    isPublic: true,
    pictures: "'self'",
    footer: languageLinks(visit, (chosen) => bookHref({ ...visit, chosen }, '', rest)),
  };
  return packed(await timesAnswer(input, query, { hasMenu }, frame), input);
}

/** The restaurant's menu; null for none. */
async function menuOf({ engine }: BookContext, { visit }: BookInput): Promise<Menu | null> {
  try {
    return (await engine.operator.menus.read(visit.view.location.id)).menu;
  } catch (error) {
    if (BookingError.is(error) && error.code === 'location_not_found') return null;
    throw error;
  }
}

/** Compressed, where the browser takes it so: only pages without a token and without fields that a guest has typed. */
function packed(answer: Answer, { headers }: Pick<RequestInput, 'headers'>): Answer {
  const all = [...(answer.headers ?? []), 'vary', 'accept-encoding, accept-language'];
  if (!acceptsGzip(headers.get('accept-encoding'))) return { ...answer, headers: all };
  const body = gzipSync(answer.body as string);
  return { ...answer, body, headers: [...all, 'content-encoding', 'gzip'] };
}
