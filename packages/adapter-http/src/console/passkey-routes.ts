import { BookingError } from '@bord/engine';
import { isAnswer } from '../http/wire-error.ts';
import type { Answer } from '../http/answer.ts';
import type { Query } from '../web/page-route.ts';
import { browserName } from './browser-name.ts';
import { consoleRedirect } from './console-document.ts';
import type { ConsoleContext } from './console-route.ts';
import { answerOf, relyingParty, requestOptions, verifySigned } from './passkey-verification.ts';
import { newBrowser, signedIn, type VisitorRoute } from './sign-in-routes.ts';
import { browserOf, type Visitor, wantedPath } from './visitor.ts';

export function passkeyRoutes(context: ConsoleContext): readonly VisitorRoute[] {
  return [
    {
      path: '/console/passkey',
      read: ({ visitor }) => signingOptions(context, visitor),
      change: ({ visitor, form }) => enter(context, visitor, form),
    },
  ];
}

async function signingOptions({ engine, publicUrl }: ConsoleContext, visitor: Visitor): Promise<Answer> {
  const rpID = relyingParty(publicUrl());
  if (rpID === null) return consoleRedirect(`${visitor.root}/sign-in`);
  const browser = browserOf(visitor) ?? newBrowser();
  const options = await requestOptions({ rpID }, await engine.signIn.passkeys.challenge({ browser }));
  return {
    status: 200,
    type: 'application/json; charset=utf-8',
    body: JSON.stringify(options),
    headers: ['set-cookie', visitor.cookies.write('browser', browser)],
  };
}

/** The challenge belongs to this browser only, so it also replaces a form token. */
async function enter(context: ConsoleContext, visitor: Visitor, form: Query): Promise<Answer> {
  const { headers, root } = visitor;
  const browser = browserOf(visitor);
  const publicUrl = context.publicUrl();
  const rpID = relyingParty(publicUrl);
  const answer = answerOf(form['answer']);
  const to = wantedPath(root, form['to']);
  try {
    if (!answer || browser === null || rpID === null) throw new BookingError('invalid_request');
    const { response, challenge } = answer;
    const entered = await context.engine.signIn.passkeys.enter({
      browser,
      challenge,
      credentialId: response.id,
      label: browserName(headers.get('user-agent')),
      verify: (passkey, signed) =>
        verifySigned({ publicUrl, rpID }, response, { passkey, challenge: signed }),
    });
    return await signedIn(context, visitor, entered, to);
  } catch (error) {
    if (!isAnswer(error)) throw error;
    return consoleRedirect(`${root}/sign-in?passkey=failed&to=${encodeURIComponent(to)}`);
  }
}
