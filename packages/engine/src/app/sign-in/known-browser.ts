/** Browsers in which a member has signed in before: strangers cannot use up their sign-in links (D44). */
import { isTokenOf, signatureOf, tokenHashOf, tokenOf } from '../../core/access/secret.ts';
import type { App } from '../context.ts';

/** The member, by the hash of the e-mail address, and the secret of the browser's cookie. */
interface MemberInBrowser {
  readonly addressHash: string;
  readonly browser: string;
}

/** Derived from the secret key and not stored: proves that this member has signed in with this browser. It gives no access. Null without a secret key. */
export function browserMarkOf({ secretKeys: [key] }: App, where: MemberInBrowser): string | null {
  return key ? signatureOf(tokenOf(key, 'browser', nameOf(where))) : null;
}

/** Whether one of the marks is of this member in this browser, made with any of the secret keys. */
export function isKnownBrowser(app: App, browserMarks: readonly string[], where: MemberInBrowser): boolean {
  const hashes = app.secretKeys.map((key) =>
    tokenHashOf(signatureOf(tokenOf(key, 'browser', nameOf(where)))),
  );
  return browserMarks.some((browserMark) => hashes.some((hash) => isTokenOf(browserMark, hash)));
}

function nameOf({ addressHash, browser }: MemberInBrowser): string {
  return `${addressHash} ${browser}`;
}
