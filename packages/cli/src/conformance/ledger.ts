import { bookingIdOf, type Call, type Caller, type Exchange, field, isDone, shown } from './exchange.ts';

export type Kind = 'booking' | 'hold' | 'waiting';

interface Entry {
  readonly id: string;
  readonly kind: Kind;
  readonly as: Caller;
}

/** The bookings that a run made, and with `--added` its holds and waitlist entries. The run must cancel all of them. */
export interface Ledger {
  /** Looks at an answer, and remembers what was made or taken back by it; or at a call that got no answer. */
  note(exchange: Exchange | Call): void;
  make(id: string, kind: Kind, as: Caller): void;
  end(id: string): void;
  /** A request to book got no answer. */
  lose(): void;
  all(kind: Kind): readonly Entry[];
  standing(kind: Kind): readonly Entry[];
  /** How many requests to book or to wait got no answer, or none with an id: each may have left something. */
  lost(): number;
}

const MAKES: readonly (readonly [path: RegExp, kind: Kind])[] = [
  [/\/bookings$/, 'booking'],
  [/^\/holds\/[^/]+\/confirm$/, 'booking'],
  [/\/holds$/, 'hold'],
  [/\/waitlist$/, 'waiting'],
];

const ENDS: readonly RegExp[] = [
  /^POST \/bookings\/([^/]+)\/cancel$/,
  /^POST \/holds\/([^/]+)\/confirm$/,
  /^DELETE \/(?:holds|waitlist)\/([^/]+)$/,
];

export function openLedger(): Ledger {
  const made = new Map<string, Entry & { isStanding: boolean }>();
  let lost = 0;

  function make(id: string, kind: Kind, as: Caller): void {
    if (!made.has(id)) made.set(id, { id, kind, as, isStanding: true });
  }

  function end(id: string): void {
    const ended = made.get(id);
    if (ended) ended.isStanding = false;
  }

  const all = (kind: Kind) => [...made.values()].filter((entry) => entry.kind === kind);

  return {
    note(noted) {
      const call = 'call' in noted ? noted.call : noted;
      const kind = kindMadeBy(call);
      if (!('call' in noted)) {
        // A hold expires.
        if (kind !== null && kind !== 'hold') lost += 1;
        return;
      }
      const { method, path, as = 'key' } = call;
      if (!isDone(noted) || as === 'stranger' || as === 'nobody') return;
      const id = bookingIdOf(noted);
      if (kind !== null && id !== null) make(id, kind, as);
      else if (kind !== null && kind !== 'hold') lost += 1;
      // A waiting party may have been allocated a table.
      const bookingId = path.includes('/waitlist') ? field(noted.json, 'bookingId') : null;
      if (bookingId != null) {
        make(shown(bookingId), 'booking', as);
        end(id ?? '');
      }
      end(idEndedBy(`${method} ${path}`) ?? '');
    },
    make,
    end,
    lose: () => void (lost += 1),
    all,
    standing: (kind) => all(kind).filter(({ isStanding }) => isStanding),
    lost: () => lost,
  };
}

function kindMadeBy({ method, path }: Call): Kind | null {
  if (method !== 'POST') return null;
  return MAKES.find(([pattern]) => pattern.test(path))?.[1] ?? null;
}

function idEndedBy(request: string): string | null {
  for (const pattern of ENDS) {
    const [, id] = pattern.exec(request) ?? [];
    if (id !== undefined) return decodeURIComponent(id);
  }
  return null;
}
