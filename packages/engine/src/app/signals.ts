/** Signals inside one process: a message waits to be delivered, dates of a location have changed. */
import type { LocalDate } from '../core/local-date.ts';

export interface Signal<About extends readonly unknown[] = []> {
  ring(...about: About): void;
  /** Calls `listener` at each call of `ring`, until the result is called. */
  listen(listener: (...about: About) => void): () => void;
}

export function createSignal<About extends readonly unknown[] = []>(): Signal<About> {
  const listeners = new Set<(...about: About) => void>();
  return {
    ring(...about) {
      for (const listener of listeners) listener(...about);
    },
    listen(listener) {
      const own = (...about: About): void => listener(...about); // one function can listen twice
      listeners.add(own);
      return () => void listeners.delete(own);
    },
  };
}

/** Called with the dates whose bookings, blocks or closures may have changed; an empty list means all dates, as after a change of the plan. */
export type WatchListener = (dates: readonly LocalDate[]) => void;

/** Listeners for changes of locations. */
export interface Watchers {
  /** Calls `listener` soon after each change of the location, until the result is called. Changes in quick succession are reported together. */
  watch(locationId: string, listener: WatchListener): () => void;
  /** Reports changed dates of a location; none: any of its data can have changed. */
  tell(locationId: string, dates: readonly LocalDate[]): void;
  /** Reports that any data of any location can have changed. */
  tellAll(): void;
}

/** The first change is reported immediately and later ones are gathered: viewers need not read with every booking of a rush. */
const GATHER_MS = 100;

interface Watched {
  readonly listeners: Set<WatchListener>;
  /** The changes that are not reported yet; null: none. Empty: any date. */
  waiting: Set<LocalDate> | null;
  timer: NodeJS.Timeout | null;
  flushedMs: number;
}

/** Watchers of one process. Without listeners, a change costs one lookup in a map. */
export function createWatchers(nowMs: () => number = () => performance.now()): Watchers {
  const locations = new Map<string, Watched>();

  function note(watched: Watched, dates: readonly LocalDate[]): void {
    const isAnything = dates.length === 0 || watched.waiting?.size === 0;
    watched.waiting = new Set(isAnything ? [] : [...(watched.waiting ?? []), ...dates]);
    if (watched.timer) return;
    const pauseMs = Math.max(0, watched.flushedMs + GATHER_MS - nowMs());
    watched.timer = setTimeout(() => flush(watched), pauseMs).unref();
  }

  function flush(watched: Watched): void {
    const dates = [...(watched.waiting ?? [])].toSorted();
    watched.waiting = null;
    watched.timer = null;
    watched.flushedMs = nowMs();
    for (const listener of watched.listeners) tellOne(listener, dates);
  }

  return {
    watch(locationId, listener) {
      const watched = locations.get(locationId) ?? {
        listeners: new Set(),
        waiting: null,
        timer: null,
        flushedMs: -Infinity,
      };
      locations.set(locationId, watched);
      const own: WatchListener = (dates) => listener(dates); // one function can watch twice
      watched.listeners.add(own);
      return () => {
        watched.listeners.delete(own);
        if (watched.listeners.size > 0) return;
        if (watched.timer) clearTimeout(watched.timer);
        if (locations.get(locationId) === watched) locations.delete(locationId);
      };
    },
    tell(locationId, dates) {
      const watched = locations.get(locationId);
      if (watched) note(watched, dates);
    },
    tellAll() {
      for (const watched of locations.values()) note(watched, []);
    },
  };
}

/** A listener that throws does not stop the other ones. */
function tellOne(listener: WatchListener, dates: readonly LocalDate[]): void {
  try {
    listener(dates);
  } catch (error) {
    process.emitWarning(`a listener of a location has thrown: ${String(error)}`, 'BordWatchWarning');
  }
}
