import { BookingError } from '@bord/engine';
import { isAnswer } from '../http/wire-error.ts';
import type { Answer } from '../http/answer.ts';
import { languageOf } from '../i18n/languages.ts';
import { browserName } from './browser-name.ts';
import { consoleRedirect } from './console-document.ts';
import type { ConsoleContext, Sent } from './console-route.ts';
import { type Me, mePage, signInAgainPath } from './me-page.ts';
import { answerOf, creationOptions, relyingParty, verifyCreated } from './passkey-verification.ts';
import type { PersonRoute, SessionInput } from './person-routes.ts';

export function meRoutes(context: ConsoleContext): readonly PersonRoute[] {
  const toMe = async ({ root }: SessionInput): Promise<Answer> => consoleRedirect(`${root}/me`);
  return [
    { path: '/console/me', read: (input) => showMe(context, input) },
    { path: '/console/me/end', read: toMe, change: endSessions },
    { path: '/console/me/language', read: toMe, change: chooseLanguage },
    {
      path: '/console/me/passkeys',
      read: (input) => passkeyOptions(context, input),
      change: (input) => addPasskey(context, input),
    },
    { path: '/console/me/passkeys/remove', read: toMe, change: removePasskey },
  ];
}

async function showMe(context: ConsoleContext, input: SessionInput): Promise<Answer> {
  const { me, passkey } = input.words;
  const notices: Readonly<Record<string, string>> = {
    ended: me.ended,
    language: me.saved,
    added: passkey.added,
    removed: passkey.removed,
  };
  return mePage(input, await readMe(context, input), { notice: notices[input.query['done'] ?? ''] ?? null });
}

async function readMe({ publicUrl }: ConsoleContext, input: SessionInput): Promise<Me> {
  const { staff } = input;
  const [sessions, passkeys, isOpen, [first]] = await Promise.all([
    staff.sessions.list(),
    staff.passkeys.list(),
    staff.passkeys.isOpen(),
    staff.locations(),
  ]);
  return {
    sessions,
    passkeys,
    isOpen,
    location: first?.location,
    takesPasskeys: relyingParty(publicUrl()) !== null,
    device: browserName(input.headers.get('user-agent')),
  };
}

async function endSessions(input: SessionInput & Sent): Promise<Answer> {
  const { caller, staff, form, root } = input;
  const { sessions } = staff;
  const named = form['session'] ?? '';
  const ids =
    named === 'others'
      ? (await sessions.list()).map(({ id }) => id).filter((id) => id !== caller.sessionId)
      : [named];
  await Promise.all(ids.map((id) => sessions.end(id)));
  return consoleRedirect(`${root}/me?done=ended`);
}

async function chooseLanguage({ form, root, writeCookie }: SessionInput & Sent): Promise<Answer> {
  const language = languageOf(form['language']);
  if (language === null) return consoleRedirect(`${root}/me`);
  return consoleRedirect(`${root}/me?done=language`, ['set-cookie', writeCookie('language', language)]);
}

async function passkeyOptions({ publicUrl }: ConsoleContext, input: SessionInput): Promise<Answer> {
  const rpID = relyingParty(publicUrl());
  if (rpID === null) return consoleRedirect(`${input.root}/me`);
  const { passkeys } = input.staff;
  return orAgain(input, async () => {
    const [challenge, known] = await Promise.all([passkeys.challenge(), passkeys.list()]);
    const options = await creationOptions({ rpID }, { challenge, caller: input.caller, known });
    return { status: 200, type: 'application/json; charset=utf-8', body: JSON.stringify(options) };
  });
}

async function addPasskey(context: ConsoleContext, input: SessionInput & Sent): Promise<Answer> {
  const { staff, form, language, root, words } = input;
  const publicUrl = context.publicUrl();
  const rpID = relyingParty(publicUrl);
  const answer = answerOf(form['answer']);
  const name =
    (form['name'] ?? '').trim() || browserName(input.headers.get('user-agent')) || words.passkey.title;
  try {
    if (!answer || rpID === null) throw new BookingError('invalid_request');
    await staff.passkeys.add({
      challenge: answer.challenge,
      name,
      language,
      verify: (challenge) => verifyCreated({ publicUrl, rpID }, answer.response, challenge),
    });
    return consoleRedirect(`${root}/me?done=added`);
  } catch (error) {
    if (!isAnswer(error)) throw error;
    if (error.code === 'sign_in_again') return signInAgain(input);
    return mePage(input, await readMe(context, input), { fault: words.passkey.failed });
  }
}

async function removePasskey(input: SessionInput & Sent): Promise<Answer> {
  return orAgain(input, async () => {
    await input.staff.passkeys.remove(input.form['passkey'] ?? '');
    return consoleRedirect(`${input.root}/me?done=removed`);
  });
}

/** If the sign-in was too long ago: the sign-in page, which leads back to this one. */
async function orAgain(input: SessionInput, answer: () => Promise<Answer>): Promise<Answer> {
  try {
    return await answer();
  } catch (error) {
    if (BookingError.is(error) && error.code === 'sign_in_again') return signInAgain(input);
    throw error;
  }
}

function signInAgain({ root }: SessionInput): Answer {
  return consoleRedirect(signInAgainPath(root));
}
