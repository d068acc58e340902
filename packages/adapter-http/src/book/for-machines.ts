/** For search engines: links of the head, structured data, the sitemap, and `robots.txt`. */
import type { PagedLocation } from '@bord/engine';
import { clockTime } from '@bord/engine/adapters';
import type { Answer, Headers } from '../http/answer.ts';
import { LANGUAGES, wordsIn } from '../i18n/languages.ts';
import { oneLine, streetLine } from '../web/clean.ts';
import { html, type Html } from '../web/html.ts';
import { isStored } from './restaurant-parts.ts';
import type { BookVisit } from './visit.ts';

/** Canonical link, a link for each language, and the restaurant as structured data (schema.org). */
export function headOf(visit: BookVisit): Html {
  const { url, chosen, own, restaurant } = visit;
  const alternates = LANGUAGES.map(
    (language) =>
      html`<link rel="alternate" hreflang="${wordsIn(language).tag}" href="${url}?lang=${language}" />`,
  );
  return html`<meta name="description" content="${own.about(restaurant)}" />
    <link rel="canonical" href="${chosen === null ? url : `${url}?lang=${chosen}`}" />
    ${alternates}
    <link rel="alternate" hreflang="x-default" href="${url}" />
    ${{ markup: `<script type="application/ld+json">${jsonText(restaurantData(visit))}</script>` }}`;
}

/** JSON that cannot end the element it is in. */
function jsonText(data: object): string {
  return JSON.stringify(data).replaceAll('<', '\\u003c');
}

const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

function restaurantData({ view, restaurant, url, rules, brand }: BookVisit): object {
  const { contact, servicePeriods } = view.location;
  const address = streetLine(contact.address);
  const origin = url.slice(0, url.lastIndexOf('/book/'));
  const hours = servicePeriods
    .filter(({ weekdays }) => weekdays.length > 0)
    .map(({ weekdays, opensMinute, closesMinute }) => ({
      '@type': 'OpeningHoursSpecification',
      dayOfWeek: weekdays.map((day) => `https://schema.org/${DAYS[day - 1]}`),
      opens: clockTime(opensMinute % 1440),
      closes: clockTime(closesMinute % 1440),
    }));
  return {
    '@context': 'https://schema.org',
    '@type': 'Restaurant',
    '@id': url,
    name: restaurant,
    url,
    ...(address !== null && { address }),
    ...(contact.phone !== null && { telephone: oneLine(contact.phone) }),
    ...(contact.email !== null && { email: oneLine(contact.email) }),
    ...(isStored(rules.picture) && { image: origin + rules.picture }),
    ...(brand.logo !== null && { logo: brand.logo }),
    ...(hours.length > 0 && { openingHoursSpecification: hours }),
    acceptsReservations: url,
    potentialAction: {
      '@type': 'ReserveAction',
      target: {
        '@type': 'EntryPoint',
        urlTemplate: `${url}?date={date}&party={party}&time={time}`,
        inLanguage: LANGUAGES.map((language) => wordsIn(language).tag),
        actionPlatform: ['https://schema.org/DesktopWebPlatform', 'https://schema.org/MobileWebPlatform'],
      },
      result: { '@type': 'FoodEstablishmentReservation' },
    },
  };
}

/** The booking pages of the listed restaurants (sitemaps.org), each with its languages. */
export function sitemap(restaurants: readonly PagedLocation[], publicUrl: string): Answer {
  const entries = restaurants.map(({ alias }) => {
    const url = `${publicUrl}/book/${alias}`;
    const links = LANGUAGES.map(
      (language) =>
        html`<xhtml:link
          rel="alternate"
          hreflang="${wordsIn(language).tag}"
          href="${url}?lang=${language}"
        />`,
    );
    return html`<url><loc>${url}</loc>${links}</url>`;
  });
  const { markup } = html`<?xml version="1.0" encoding="UTF-8"?>
    <urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml"
      >${entries}</urlset
    > `;
  return publicAnswer('application/xml', markup);
}

/**
 * `robots.txt` (RFC 9309): every page can be read. Pages that are not to be listed say so themselves (`x-robots-tag`), which only a robot that reads
 * them can see.
 */
export function robots(publicUrl: string): Answer {
  return publicAnswer('text/plain', `User-agent: *\nDisallow:\n\nSitemap: ${publicUrl}/sitemap.xml\n`);
}

/** The same for everyone: proxies and browsers can keep it for an hour. */
export function publicAnswer(type: string, body: string, headers: Headers = []): Answer {
  return {
    status: 200,
    type: `${type}; charset=utf-8`,
    body,
    cacheControl: 'public, max-age=3600',
    headers,
  };
}
