/** For commands that start servers and databases: an interrupted command leaves no process behind. */

interface Closable {
  close(): Promise<void>;
}

const forEver = (): Promise<never> => new Promise(() => undefined);

/**
 * On `SIGINT` and `SIGTERM` closes all open resources, also those that are just being opened, starts no more, and exits with 130. Errors of work
 * that was interrupted are ignored.
 */
export class Ending {
  #opening: Promise<Closable> | undefined;
  #isEnding = false;

  constructor() {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      process.removeAllListeners(signal); // the package of PostgreSQL ends the process as soon as its own servers have stopped
      process.once(signal, () => void this.#end());
    }
  }

  /** Opens something, to be closed by {@link close}. */
  async open<T extends Closable>(begin: () => Promise<T>): Promise<T> {
    if (this.#isEnding) return forEver();
    const opening = begin();
    this.#opening = opening;
    return opening;
  }

  /** Closes what is open. */
  async close(): Promise<void> {
    if (this.#isEnding) return forEver();
    const opening = this.#opening;
    this.#opening = undefined;
    const opened = await opening?.catch(() => undefined); // its failure is the caller's who opened it
    await opened?.close();
  }

  async #end(): Promise<void> {
    this.#isEnding = true;
    try {
      await (await this.#opening)?.close();
    } catch (error) {
      console.error(String(error));
    } finally {
      process.exit(130);
    }
  }
}
