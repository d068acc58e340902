import { BookingError } from '@bord/engine';
import type { Answer } from '../../../api/answer.ts';
import type { Query } from '../../guest/visit.ts';
import type { ConsoleContext } from '../console-route.ts';
import { relyingParty } from '../passkey-verification.ts';
import { askPage } from '../sign-in-pages.ts';
import { consoleRedirect } from '../console-document.ts';
import { type VisitorRoute, signedIn } from '../sign-in-routes.ts';
import { type Visitor, wantedPath } from '../visitor.ts';
import type { ConsoleDemo } from './demo-entry.ts';
import { eveningPath } from './evening-path.ts';
import { visitDoor } from './visit-door.ts';

/** Lets in who has a sandbox key: to her own bookings, and the tables that others have. */
export function visitRoutes(context: ConsoleContext): readonly VisitorRoute[] {
  const { demo } = context;
  if (!demo) return [];
  const prepare = nowAndThen(demo);
  return [
    {
      path: '/console/sign-in/sandbox',
      read: async ({ visitor }) => consoleRedirect(`${visitor.root}/sign-in`),
      change: ({ visitor, form }) =>
        visit(context, { ...demo, prepare: () => prepare(visitor.nowMs) }, visitor, form),
    },
  ];
}

async function visit(
  context: ConsoleContext,
  demo: ConsoleDemo,
  visitor: Visitor,
  form: Query,
): Promise<Answer> {
  const { engine, publicUrl } = context;
  try {
    const { session, caller } = await engine.sandbox.visit({ key: (form['key'] ?? '').trim() });
    if (caller.roles.every(({ locationId }) => locationId !== demo.locationId))
      throw new BookingError('key_invalid');
    await demo.prepare();
    return await signedIn(context, visitor, session, await eveningPath(context, demo, visitor));
  } catch (error) {
    if (!BookingError.is(error) || error.code !== 'key_invalid') throw error;
    return askPage(visitor, {
      email: '',
      to: wantedPath(visitor.root, null),
      isFaulty: true,
      demo: visitDoor(visitor, true),
      takesPasskeys: relyingParty(publicUrl()) !== null,
    });
  }
}

/** Anybody comes in as often as she likes; the days of the demo are looked after once a minute. */
function nowAndThen({ prepare }: ConsoleDemo): (nowMs: number) => Promise<void> {
  let preparedMs = -Infinity;
  let prepared: Promise<void> | null = null;
  return async (nowMs) => {
    if (prepared) return prepared;
    if (nowMs < preparedMs + PREPARED_MS && nowMs >= preparedMs) return;
    prepared = prepare();
    try {
      await prepared;
      preparedMs = nowMs;
    } finally {
      prepared = null;
    }
  };
}

const PREPARED_MS = 60_000;
