/** Somebody of a restaurant who is signed in to its console, whatever a test then asks it with. */
import type { Engine, Role } from '@bord/engine';

export interface Member {
  readonly name: string;
  readonly email: string;
  readonly role: Role;
  readonly locationId: string;
}

/** Adds a member and signs them in; returns the id and the browser's cookie. */
export async function signedIn(
  { operator }: Engine,
  member: Member,
): Promise<{ readonly id: string; readonly session: string }> {
  const { id } = await operator.staff.add(member);
  const { session } = await operator.staff.signIn(id, 'test');
  return { id, session };
}

/** The token of the first form of a page; empty for none. */
export function tokenIn(page: string): string {
  return /name="token" value="([^"]+)"/.exec(page)?.[1] ?? '';
}
