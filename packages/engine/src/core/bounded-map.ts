/**
 * A map that holds at most so much: what was put in first makes room for what comes. It is for what can be made again, so nothing
 * depends on how long an entry stays. To look something up costs what it costs in a `Map`.
 */
export class BoundedMap<K, V> {
  readonly #max: number;
  readonly #entries = new Map<K, { readonly value: V; readonly weight: number }>();
  #weight = 0;

  /** @param max of the weights of all entries together, above 0; of their number where each weighs 1 */
  constructor(max: number) {
    this.#max = max;
  }

  /** How many entries there are. */
  get size(): number {
    return this.#entries.size;
  }

  /** Of all entries together; never above the bound. */
  get weight(): number {
    return this.#weight;
  }

  /** The value under a key; undefined when there is none. */
  get(key: K): V | undefined {
    return this.#entries.get(key)?.value;
  }

  /** Puts the entry in as the latest. One that alone is too heavy is not kept, nor is what was there under its key. */
  set(key: K, value: V, weight = 1): void {
    this.delete(key);
    if (weight > this.#max) return;
    this.#entries.set(key, { value, weight });
    this.#weight += weight;
    for (const oldest of this.#entries.keys()) {
      if (this.#weight <= this.#max) return;
      this.delete(oldest);
    }
  }

  /** Takes the entry out, if there is one. */
  delete(key: K): void {
    this.#weight -= this.#entries.get(key)?.weight ?? 0;
    this.#entries.delete(key);
  }

  /** Takes all entries out. */
  clear(): void {
    this.#entries.clear();
    this.#weight = 0;
  }

  /** From the first that was put in to the latest. What is met may be deleted. */
  *[Symbol.iterator](): Generator<readonly [K, V], void, undefined> {
    for (const [key, { value }] of this.#entries) yield [key, value];
  }
}
