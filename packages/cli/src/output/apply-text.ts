import {
  type Affected,
  type Hold,
  type Location,
  type LocationPlan,
  localDateAt,
  type PlanReview,
} from '@bord/engine';
import { isMadeOneByOne } from '@bord/engine/adapters';
import { holdsText, releaseText } from './hold-text.ts';
import { plain } from './plain.ts';
import {
  affectedTable,
  changesText,
  closureText,
  type PlanChange,
  rejectingIn,
  standingText,
} from './plan-review.ts';

/** The changes, and the parties that they affect; empty for a new location. */
export function bodyText(listed: LocationPlan, review: PlanReview, changes: readonly PlanChange[]): string {
  const { before, plan } = review;
  if (before === null) return '';
  return sections(
    changes.length === 0 ? 'It is as the file says already.' : changesText(changes),
    standingText(review, plan),
    unlistedText(listed, review),
  );
}

/** Closures that are not in the file and stay: they are listed, because the location is closed then. */
function unlistedText(listed: LocationPlan, { plan }: PlanReview): string {
  const today = localDateAt(plan.timeZone, Date.now());
  const unlisted = plan.closures.filter(
    (closure) =>
      isMadeOneByOne(closure) &&
      closure.to.slice(0, 10) >= today &&
      !listed.closures.some(({ id }) => id === closure.id),
  );
  if (unlisted.length === 0) return '';
  const lines = unlisted.map(
    (closure) =>
      `  ${closureText(closure)}${closure.reason === null ? '' : ` (${plain(closure.reason)})`}, ${closure.id}`,
  );
  return `Closures made by command stay; bord closures remove opens again:\n${lines.join('\n')}`;
}

/** The parties that would lose their tables: one text for bookings, one for holds. */
export function lossTexts(
  { bookings, holds }: Affected,
  { timeZone }: Pick<Location, 'timeZone'>,
): readonly { readonly fault: string; readonly table: string }[] {
  const named = holds.map(({ hold }) => hold);
  return [
    ...(bookings.length > 0
      ? [{ fault: lossText(bookings.length), table: affectedTable(bookings, timeZone) }]
      : []),
    ...(named.length > 0 ? [{ fault: holdLossText(named), table: holdsText(named, { timeZone }) }] : []),
  ];
}

function lossText(count: number): string {
  const who = count === 1 ? '1 booking would lose its table' : `${count} bookings would lose their tables`;
  return `${who}. Give each another (bord bookings assign), move or cancel it, and apply again:`;
}

function holdLossText(holds: readonly Hold[]): string {
  const { length } = holds;
  const what = length === 1 ? '1 hold would lose its table' : `${length} holds would lose their tables`;
  const release = length > 3 ? 'bord holds release ID' : holds.map(releaseText).join(', ');
  return `${what}. Apply with --release-holds, release each (${release}), or wait until they expire:`;
}

/** The holds that are released for a plan, with a title; empty if there are none. */
export function releasedText(
  title: string,
  affected: Affected,
  location: Pick<Location, 'timeZone'>,
): string {
  const released = rejectingIn(affected).holds.map(({ hold }) => hold);
  return released.length === 0 ? '' : `${title}\n${holdsText(released, location)}`;
}

/** Parts with an empty line between them, without empty parts. */
export function sections(...texts: readonly string[]): string {
  return texts.filter((text) => text !== '').join('\n\n');
}
