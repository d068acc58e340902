/**
 * A plan by repair. Where there are dozens of classes the program takes hundreds of steps, each on a matrix of hundreds of rows, to find
 * a plan in which half of the house changes tables. This finds such plans in a tenth of the time, and proves nothing when it finds none.
 *
 * The request is put into the option that overfills least. Then, again and again, some class that is overfilled during some segment is
 * chosen, and of the bookings that use it then the one moves whose move costs least. What an overfilled segment of a class costs is its
 * *weight*, and the weights of all that are overfilled grow with each move. So what stays short for long becomes expensive, whoever can
 * do without it leaves, and the search does not stay in a corner. (The method is known as breakout local search.)
 *
 * Chance decides between equals, and which class is next; it is drawn from a fixed seed, so the same question takes the same course.
 */
import type { Budget } from './budget.ts';
import type { Classes, Option } from './classes.ts';

/** How much a weight grows while its segment is overfilled; it begins at 1. */
const GROWTH = 0.1;
/** Who has left an option does not come back to it for so many moves, and up to twice as many. */
const TENURE = 2;

interface Repair {
  readonly classes: Classes;
  /** The options of each booking, the request last. */
  readonly options: readonly (readonly Option[])[];
  readonly current: Option[];
  /** Who uses a class at present. */
  readonly users: number[][];
  /** How far each class is overfilled during each segment, at `class * segments + segment`; negative where there is room. */
  readonly over: Int32Array;
  readonly weight: Float64Array;
  /** What one booking more would cost there: the weight where nothing is left, else 0. */
  readonly price: Float64Array;
  /** What is overfilled, and where each of it stands in the list. */
  readonly overfilled: number[];
  readonly position: Int32Array;
}

/**
 * An option for every booking, the request last, such that no class is overfilled; null when the budget is spent before one is found.
 * `start` is the options of the others to begin with.
 */
export function repaired(
  classes: Classes,
  start: readonly Option[],
  requestOptions: readonly Option[],
  budget: Budget,
): Option[] | null {
  const repair = repairOf(classes, start, requestOptions);
  const draw = chance();
  // For each booking and option: before which move it may not be chosen again.
  const barredUntil = repair.options.map((options) => new Int32Array(options.length));
  for (let move = 1; repair.overfilled.length > 0; move++) {
    if (budget.stepsLeft <= 0) return null;
    const choice = cheapestMove(repair, barredUntil, move, draw, budget);
    for (const at of repair.overfilled) repair.price[at] = repair.weight[at]! += GROWTH;
    budget.stepsLeft -= repair.overfilled.length;
    if (!choice) continue;
    const left = repair.options[choice.who]!.indexOf(repair.current[choice.who]!);
    barredUntil[choice.who]![left] = move + TENURE + (draw() % TENURE);
    change(repair, choice.who, repair.options[choice.who]![choice.option]!);
  }
  goHome(repair, budget);
  return repair.current;
}

function repairOf(classes: Classes, start: readonly Option[], requestOptions: readonly Option[]): Repair {
  const { instance, count, room, optionsOf } = classes;
  const size = count * instance.segments;
  const repair: Repair = {
    classes,
    options: [...start.map((_, i) => optionsOf(instance.kinds[i]!)), requestOptions],
    current: [],
    users: Array.from({ length: count }, () => []),
    over: room.map((tables) => -tables),
    weight: new Float64Array(size).fill(1),
    price: Float64Array.from(room, (tables) => (tables > 0 ? 0 : 1)),
    overfilled: [],
    position: new Int32Array(size),
  };
  for (const [i, option] of start.entries()) use(repair, i, option);
  const request = start.length;
  let best = requestOptions[0]!;
  let least = Infinity;
  for (const option of requestOptions) {
    const cost = costOf(repair, request, option, least);
    if (cost < least) [best, least] = [option, cost];
  }
  use(repair, request, best);
  return repair;
}

/** Of all that use some overfilled class during some segment: the move that costs least. Null when all are barred. */
function cheapestMove(
  repair: Repair,
  barredUntil: readonly Int32Array[],
  move: number,
  draw: () => number,
  budget: Budget,
): { who: number; option: number } | null {
  const { classes, options, current, users, overfilled } = repair;
  const { segments, from, to } = classes.instance;
  const at = overfilled[draw() % overfilled.length]!;
  const segment = at % segments;
  let who = -1;
  let chosen = -1;
  let least = Infinity;
  let equals = 0;
  for (const i of users[(at - segment) / segments]!) {
    if (segment < from[i]! || segment >= to[i]!) continue;
    shift(repair, i, current[i]!, -1);
    const today = costOf(repair, i, current[i]!, Infinity);
    const its = options[i]!;
    for (let k = 0; k < its.length; k++) {
      if (its[k] === current[i] || barredUntil[i]![k]! > move) continue;
      const cost = costOf(repair, i, its[k]!, least + today) - today;
      if (cost > least) continue;
      equals = cost < least ? 1 : equals + 1;
      if (equals === 1 || draw() % equals === 0) [who, chosen, least] = [i, k, cost];
    }
    shift(repair, i, current[i]!, 1);
    budget.stepsLeft -= (its.length + 3) * (to[i]! - from[i]!);
  }
  return who < 0 ? null : { who, option: chosen };
}

/** What it costs to add a booking to an option; some number above `most` when it is more than that. */
function costOf({ classes, price }: Repair, who: number, option: Option, most: number): number {
  const { segments, from, to } = classes.instance;
  const used = option.classes;
  const first = from[who]!;
  const length = to[who]! - first;
  let cost = 0;
  for (let k = 0; k < used.length && cost <= most; k++) {
    const start = used[k]! * segments + first;
    for (let at = start; at < start + length; at++) cost += price[at]!;
  }
  return cost;
}

function change(repair: Repair, who: number, option: Option): void {
  const { classes, current, users, over, price, overfilled, position } = repair;
  const { segments, from, to } = classes.instance;
  for (const c of current[who]!.classes) {
    const list = users[c]!;
    list[list.indexOf(who)] = list.at(-1)!;
    list.pop();
    for (let at = c * segments + from[who]!; at < c * segments + to[who]!; at++) {
      over[at]!--;
      if (over[at] === -1) price[at] = 0;
      if (over[at] !== 0) continue;
      const last = overfilled.pop()!;
      if (last === at) continue;
      overfilled[position[at]!] = last;
      position[last] = position[at]!;
    }
  }
  use(repair, who, option);
}

function use(repair: Repair, who: number, option: Option): void {
  const { classes, current, users, over, weight, price, overfilled, position } = repair;
  const { segments, from, to } = classes.instance;
  current[who] = option;
  for (const c of option.classes) {
    users[c]!.push(who);
    for (let at = c * segments + from[who]!; at < c * segments + to[who]!; at++) {
      over[at]!++;
      if (over[at] === 0) price[at] = weight[at]!;
      if (over[at] === 1) position[at] = overfilled.push(at) - 1;
    }
  }
}

/** Counts a booking in or out for a moment, to see what another option would cost. */
function shift({ classes, over, weight, price }: Repair, who: number, option: Option, by: 1 | -1): void {
  const { segments, from, to } = classes.instance;
  for (const c of option.classes)
    for (let at = c * segments + from[who]!; at < c * segments + to[who]!; at++) {
      over[at]! += by;
      price[at] = over[at]! >= 0 ? weight[at]! : 0;
    }
}

/** Lets everybody have the option of today again who can, so that few change tables. */
function goHome(repair: Repair, budget: Budget): void {
  const { classes, current } = repair;
  const { instance, present } = classes;
  for (let changed = true; changed;) {
    changed = false;
    for (const [i, option] of present.entries()) {
      if (current[i] === option) continue;
      budget.stepsLeft -= 2 * (instance.to[i]! - instance.from[i]!);
      shift(repair, i, current[i]!, -1);
      const isOpen = costOf(repair, i, option, 0) === 0;
      shift(repair, i, current[i]!, 1);
      if (!isOpen) continue;
      change(repair, i, option);
      changed = true;
    }
  }
}

/** Whole numbers from 0 on, always the same ones (xorshift). */
function chance(): () => number {
  let state = 0x9e3779b9 | 0;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state >>> 0;
  };
}
