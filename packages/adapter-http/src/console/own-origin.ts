/**
 * A form was sent by a page of this server. Here cookies go with what is sent, so what a browser does not say counts against it: it says
 * so in `Sec-Fetch-Site`, or, where the connection is not encrypted or the browser is older, in `Origin`. Pages of the console let their own server know where they are
 * (`Referrer-Policy: same-origin`), so an origin of `null` is never theirs, and programs that send neither have to send `Origin`.
 *
 * @param ownOrigin where people reach this server
 */
export function isOwnPage(headers: Pick<Headers, 'get'>, ownOrigin: string): boolean {
  const site = headers.get('sec-fetch-site');
  if (site !== null) return site === 'same-origin';
  const origin = headers.get('origin');
  if (origin === null || !URL.canParse(origin)) return false;
  return origin === ownOrigin || new URL(origin).host === headers.get('host');
}
