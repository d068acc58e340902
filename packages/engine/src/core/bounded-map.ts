/**
 * A map with a maximum total weight: new entries evict the oldest ones. It is for values that can be computed again, so correctness does not depend
 * on how long an entry stays. A lookup costs the same as in a `Map`.
 */
export class BoundedMap<K, V> extends Map<K, V> {
  readonly #max: number;
  /** Weights other than 1. */
  readonly #weights = new Map<K, number>();
  #weight = 0;

  /** @param max limit for the sum of all weights; for the number of entries if each weighs 1. 0: no entry is kept */
  constructor(max: number) {
    super();
    this.#max = max;
  }

  /** The sum of all weights; never above the limit. */
  get weight(): number {
    return this.#weight;
  }

  /** Adds the entry as the latest. A single entry that is too heavy is not kept, and the previous entry of its key is removed. */
  override set(key: K, value: V, weight = 1): this {
    this.delete(key);
    if (weight > this.#max) return this;
    super.set(key, value);
    if (weight !== 1) this.#weights.set(key, weight);
    this.#weight += weight;
    for (const oldest of this.keys()) {
      if (this.#weight <= this.#max) break;
      this.delete(oldest);
    }
    return this;
  }

  /** Removes the entry; false if it does not exist. */
  override delete(key: K): boolean {
    if (!super.delete(key)) return false;
    this.#weight -= this.#weights.get(key) ?? 1;
    this.#weights.delete(key);
    return true;
  }

  /** Removes all entries. */
  override clear(): void {
    super.clear();
    this.#weights.clear();
    this.#weight = 0;
  }
}
