/**
 * Reduces a failing history by delta debugging: fewer wishes, fewer troubles, as long as the same rule is broken. Each participant has separate
 * dice, so the remaining ones do nearly the same.
 */
import { type Script, simulate, Violation } from '../simulate.ts';
import { rowNames } from '../story.ts';
import { ALL_TROUBLES, type Trouble } from '../troubles.ts';

/** A part of a history that goes wrong. */
export interface Small {
  readonly wishes: ReadonlySet<number>;
  readonly without: ReadonlySet<Trouble>;
  readonly violation: Violation;
}

/** The broken rule, without ids, instants and counts. */
export function guiltOf({ message }: Violation): string {
  return rowNames()(message)
    .replace(/\{.*\}|\[.*\]/g, '…')
    .replace(/\d[\w:.-]*/g, '#')
    .slice(0, 60);
}

export interface Shrinking {
  /** Lives a script on an empty storage: the violation, null when all was right. */
  readonly attempt: (script: Script) => Promise<Violation | null>;
  /** Whether there is still time. */
  readonly isInTime: () => boolean;
  /** Called after every tried part. */
  readonly progress: (runs: number, small: Small) => void;
}

/** The smallest history that was found in which the same rule is broken. */
export async function shrink(script: Script, found: Violation, shrinking: Shrinking): Promise<Small> {
  return new Search(script, found, shrinking).run();
}

/** So many wishes later it may be noticed in a part. */
const LATER = 12;

class Search {
  #small: Small;
  #runs = 0;
  readonly #script: Script;
  readonly #guilt: string;
  readonly #shrinking: Shrinking;
  readonly #untilWish: number | undefined;

  constructor(script: Script, found: Violation, shrinking: Shrinking) {
    this.#script = script;
    this.#guilt = guiltOf(found);
    this.#shrinking = shrinking;
    const wishes = new Set(Array.from({ length: found.wishes }, (_, wish) => wish));
    this.#small = { wishes, without: new Set(), violation: found };
    // A fault found midway is found not much later in a part. One found at the end needs the end.
    const isMidway = found.wishes < (script.wishes ?? Infinity);
    this.#untilWish = isMidway ? found.wishes + LATER : undefined;
  }

  async run(): Promise<Small> {
    for (let size = Infinity; this.#size() < size && this.#shrinking.isInTime();) {
      size = this.#size();
      await this.#leaveOutTroubles();
      await this.#leaveOutWishes();
    }
    return this.#small;
  }

  #size(): number {
    return this.#small.wishes.size + ALL_TROUBLES.length - this.#small.without.size;
  }

  /** All together, or else one by one. */
  async #leaveOutTroubles(): Promise<void> {
    if (await this.#stillFails({ without: new Set(ALL_TROUBLES) })) return;
    for (const trouble of ALL_TROUBLES)
      if (!this.#small.without.has(trouble))
        await this.#stillFails({ without: new Set([...this.#small.without, trouble]) });
  }

  /** Parts of them, halves at first; the smaller the parts, the fewer wishes each has. */
  async #leaveOutWishes(): Promise<void> {
    let parts = 2;
    while (this.#small.wishes.size > 0 && this.#shrinking.isInTime()) {
      const wishes = [...this.#small.wishes];
      parts = Math.min(parts, wishes.length);
      const length = Math.ceil(wishes.length / parts);
      const isSmaller = await this.#withoutOneOf(wishes, length);
      if (isSmaller) parts = Math.max(2, parts - 1);
      else if (length === 1) return;
      else parts *= 2;
    }
  }

  async #withoutOneOf(wishes: readonly number[], length: number): Promise<boolean> {
    for (let at = 0; at < wishes.length; at += length) {
      const left = new Set([...wishes.slice(0, at), ...wishes.slice(at + length)]);
      if (await this.#stillFails({ wishes: left })) return true;
    }
    return false;
  }

  async #stillFails(part: Partial<Pick<Small, 'wishes' | 'without'>>): Promise<boolean> {
    if (!this.#shrinking.isInTime()) return false;
    const { wishes, without } = { ...this.#small, ...part };
    const violation = await this.#shrinking.attempt({
      ...this.#script,
      only: wishes,
      without,
      untilWish: this.#untilWish,
    });
    this.#runs += 1;
    const isSame = violation !== null && guiltOf(violation) === this.#guilt;
    if (isSame) this.#small = { wishes: onlyBegun(wishes, violation), without, violation };
    this.#shrinking.progress(this.#runs, this.#small);
    return isSame;
  }
}

/** Wishes that had begun when it was found: later ones are irrelevant. */
function onlyBegun(wishes: ReadonlySet<number>, violation: Violation): ReadonlySet<number> {
  return new Set([...wishes].filter((wish) => wish < violation.wishes));
}

/** The violation of a script; null if there is none. */
export async function violationOf(script: Script): Promise<Violation | null> {
  try {
    await simulate(script);
    return null;
  } catch (error) {
    if (error instanceof Violation) return error;
    throw error;
  }
}
