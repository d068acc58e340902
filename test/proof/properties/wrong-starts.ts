/** Rules for starts that are close to the right ones, and wrong. */
import { daysAround, modelStarts, nightsIn, type Starts, walkOf } from './restaurants-around-changes.ts';
import { firstShown, type Reading } from './wall-clock-model.ts';

/** Of a time shown twice the second is meant. */
const lastShown: Reading = (seen, wallMinute) => {
  const at = seen.shown.lastIndexOf(wallMinute);
  return at >= 0 ? seen.firstMinute + at : firstShown(seen, wallMinute);
};

/** A skipped time is moved to the end of the gap, not by its length. */
const afterGap: Reading = (seen, wallMinute) => {
  const isShown = seen.shown.includes(wallMinute);
  return isShown
    ? firstShown(seen, wallMinute)
    : seen.firstMinute + seen.shown.findIndex((wall) => wall > wallMinute);
};

const readAs =
  (read: Reading): Starts =>
  (restaurant, _, day, size) =>
    modelStarts(restaurant, nightsIn(restaurant, read), day, size);

/** Slots that follow the wall: none in the second hour shown, and a gap's one after the other. */
const steppedByWall: Starts = (restaurant, nights, day, size) =>
  modelStarts(restaurant, nights, day, size).filter((start) => {
    const { firstMinute, shown } = walkOf(restaurant.stretch);
    const night = nights.find((each) => each.day === day && each.opens <= start && start <= each.closes)!;
    const passed = shown[start - firstMinute]! - shown[night.opens - firstMinute]!;
    const isShownBefore = shown.indexOf(shown[start - firstMinute]!) < start - firstMinute;
    return passed % night.period.slotStepMinutes === 0 && !isShownBefore;
  });

/** Nights that run on, whatever opens. */
const withoutTakeover: Starts = (restaurant, _, day, size) =>
  restaurant.periods
    .flatMap((period) => modelStarts(restaurant, nightsIn({ ...restaurant, periods: [period] }), day, size))
    .toSorted((a, b) => a - b);

/** A last seating that does not count. */
const withoutLastSeating: Starts = (restaurant, nights, day, size) =>
  modelStarts(
    restaurant,
    nights.map((night) => Object.assign({}, night, { lastSeating: null })),
    day,
    size,
  );

/** Nights that belong to the date on which a party starts. */
const byCalendar: Starts = (restaurant, nights, day, size) => {
  const { firstMinute, shown } = walkOf(restaurant.stretch);
  return daysAround(restaurant.stretch)
    .flatMap((each) => modelStarts(restaurant, nights, each, size))
    .filter((start) => Math.floor(shown[start - firstMinute]! / 1440) === day);
};

/** Rules close to the right ones, which the walk must tell from them. */
export const MISTAKES: readonly [title: string, wrong: Starts][] = [
  ['the second of two hours shown', readAs(lastShown)],
  ['skipped times moved to the end of the gap', readAs(afterGap)],
  ['slots stepped by the clock on the wall', steppedByWall],
  ['nights that run on past the next opening', withoutTakeover],
  ['last seatings that do not count', withoutLastSeating],
  ['nights cut at midnight', byCalendar],
];
