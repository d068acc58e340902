import type { Engine, StaffMember } from '@bord/engine';
import { emailKeyOf } from '@bord/engine/adapters';
import { Failure } from '../output/failure.ts';
import { didYouMean } from '../output/did-you-mean.ts';
import { plain } from '../output/plain.ts';

/**
 * The member of staff whom somebody means: by id, or by e-mail address in any spelling.
 *
 * @throws Failure when there is none
 */
export async function memberNamed(engine: Engine, text: string): Promise<StaffMember> {
  const members = await engine.operator.staff.list();
  const wanted = text.trim();
  const meant = members.find(({ id, email }) => id === wanted || emailKeyOf(email) === emailKeyOf(wanted));
  if (meant) return meant;
  const shown = plain(wanted);
  const emails = members.map(({ email }) => plain(email));
  throw new Failure(
    `there is no member of staff ${shown}${didYouMean(shown, emails)}; bord staff list has all of them`,
  );
}
