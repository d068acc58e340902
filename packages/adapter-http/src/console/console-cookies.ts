/** The cookies of the console: who is signed in, which browser asked for a link, who has signed in there before, and in which language its pages are. */

type CookieName = 'session' | 'browser' | 'known' | 'to' | 'language';

export interface ConsoleCookies {
  read(headers: Pick<Headers, 'get'>, name: CookieName): string | null;
  /** The value of a `Set-Cookie` header. An empty value takes the cookie away. */
  write(name: CookieName, value: string): string;
}

/** In seconds. The engine ends a session before its cookie goes, and a link before its browser is forgotten. */
const LASTS: Readonly<Record<CookieName, number>> = {
  session: 30 * 86_400,
  browser: 400 * 86_400, // browsers keep none for longer
  known: 400 * 86_400,
  to: 900,
  language: 365 * 86_400,
};

/**
 * Over https they are called `__Host-…`: a browser takes them by an encrypted connection of this very host only, and no neighbouring host can set them. Plain http is there on the machine itself alone, where
 * browsers do not agree on such names. Cookies know neither ports nor paths, so two servers of one host are told apart by their names.
 */
export function consoleCookies(publicUrl: string): ConsoleCookies {
  const { protocol, port, pathname } = new URL(publicUrl);
  const isSecure = protocol === 'https:';
  const suffix = `${port}${pathname}`.replaceAll(/[^a-z0-9]+/gi, '_').replaceAll(/^_|_$/g, '');
  const nameOf = (name: CookieName): string =>
    `${isSecure ? '__Host-' : ''}bord_${name}${suffix && `_${suffix}`}`;
  return {
    read(headers, name) {
      const sought = `${nameOf(name)}=`;
      const pair = (headers.get('cookie') ?? '').split(/; */).find((each) => each.startsWith(sought));
      const value = pair?.slice(sought.length) ?? '';
      return VALUE.test(value) ? value : null;
    },
    write: (name, value) =>
      [
        `${nameOf(name)}=${value}`,
        'Path=/',
        `Max-Age=${value === '' ? 0 : LASTS[name]}`,
        'HttpOnly',
        'SameSite=Lax',
        ...(isSecure ? ['Secure'] : []),
      ].join('; '),
  };
}

/** What Bord sets: tokens and languages. */
const VALUE = /^[\w.-]{1,2000}$/;
