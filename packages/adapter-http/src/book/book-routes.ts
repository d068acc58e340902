/** The restaurant's own booking page (D52). */
import { gzipSync } from 'node:zlib';
import type { Menu } from '@bord/engine';
import type { Answer } from '../http/answer.ts';
import { acceptsGzip } from '../http/accepts-gzip.ts';
import { nullFor } from '../http/wire-error.ts';
import { languageLinks } from '../guest/booking-page.ts';
import { pageAnswer, seeOther } from '../web/page.ts';
import { type PageContext, type PageRoute, type RequestInput, rootOf } from '../web/page-route.ts';
import { type BookInput, bookRoute, shown, timesAnswer, visitorOf } from './booking.ts';
import { EMBED_SCRIPT } from './embed-script.ts';
import { headOf, publicAnswer, robots, sitemap } from './for-machines.ts';
import { holdRoutes } from './hold-routes.ts';
import { limitedRoutes } from './limited.ts';
import { listPage } from './list-page.ts';
import { menuPage } from './menu-page.ts';
import { privacyPage } from './small-pages.ts';
import { bookHref } from './visit.ts';
import { waitRoutes } from './wait-routes.ts';

export function bookRoutes(context: PageContext): readonly PageRoute[] {
  return [
    { path: '/book', read: (input) => list(context, input) },
    bookRoute(context, '', { read: (input) => firstView(context, input) }),
    ...holdRoutes(context),
    ...limitedRoutes(context),
    ...waitRoutes(context),
    bookRoute(context, '/privacy', {
      read(input) {
        const { privacyUrl } = input.visit.rules;
        return privacyUrl === null ? shown(input, privacyPage(input.visit)) : seeOther(privacyUrl);
      },
    }),
    bookRoute(context, '/menu', {
      async read(input) {
        const { visit } = input;
        const menu = await menuOf(context, input);
        return menu ? packed(shown(input, menuPage(visit, menu)), input) : seeOther(bookHref(visit));
      },
    }),
    {
      path: '/sitemap.xml',
      read: async (input) => sitemap(await visitorOf(context, input).restaurants(), context.publicUrl()),
    },
    { path: '/robots.txt', read: async () => robots(context.publicUrl()) },
    { path: '/embed.js', read: async () => EMBED },
  ];
}

const EMBED = publicAnswer('text/javascript', EMBED_SCRIPT, [
  'cross-origin-resource-policy',
  'cross-origin',
  'access-control-allow-origin',
  '*',
]);

async function list(context: PageContext, input: RequestInput): Promise<Answer> {
  const restaurants = await visitorOf(context, input).restaurants();
  const root = rootOf(context);
  const [only, ...others] = restaurants;
  if (only && others.length === 0) {
    const search = new URLSearchParams(input.query).toString();
    return seeOther(`${root}/book/${only.alias}${search && `?${search}`}`);
  }
  return packed(pageAnswer(listPage(restaurants, root, input)), input);
}

async function firstView(context: PageContext, input: BookInput): Promise<Answer> {
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
async function menuOf({ engine }: PageContext, { visit }: BookInput): Promise<Menu | null> {
  const { id } = visit.view.location;
  const read = await engine.operator.menus.read(id).catch(nullFor('location_not_found'));
  return read?.menu ?? null;
}

/** Compressed, where the browser takes it so: only pages without a token and without fields that a guest has typed. */
function packed(answer: Answer, { headers }: Pick<RequestInput, 'headers'>): Answer {
  const all = [...(answer.headers ?? []), 'vary', 'accept-encoding, accept-language'];
  if (!acceptsGzip(headers.get('accept-encoding'))) return { ...answer, headers: all };
  const body = gzipSync(answer.body as string);
  return { ...answer, body, headers: [...all, 'content-encoding', 'gzip'] };
}
