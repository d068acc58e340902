/** Commands that start servers and databases: whoever interrupts them leaves nothing running behind. */

interface Closable {
  close(): Promise<void>;
}

const forEver = (): Promise<never> => new Promise(() => undefined);

/**
 * Closes what is open when the process is told to end (`SIGINT`, `SIGTERM`), also what was just being opened, begins nothing more, and exits with 130. What fails
 * because it is closed under its feet is of no interest then: it waits until the process is gone.
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
