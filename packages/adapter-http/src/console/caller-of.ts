import { BookingError, type Engine, type StaffCaller } from '@bord/engine';

/** Who is signed in by the session of a browser; null for none. */
export async function callerOf({ signIn }: Engine, session: string | null): Promise<StaffCaller | null> {
  if (session === null) return null;
  try {
    return await signIn.caller(session);
  } catch (error) {
    if (BookingError.is(error) && error.code === 'session_unknown') return null;
    throw error;
  }
}
