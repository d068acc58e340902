/** Guests choose a time, and confirm it minutes later, while rivals book the same times. */
import type { StorageKind } from '../../support/storages.ts';
import { between, type Chance, chanceOf, pick } from '../seating/random.ts';
import { ALIAS, type Answer, dateAfter, LOCATION_ID, offeredOn, openSite, type Site } from './site.ts';

const BOOK = `/book/${ALIAS}`;
const HOLD_MS = 300_000;
const GUESTS_EACH_DATE = 12;
/** One in four holds another time before finishing. */
const CHANGES = 0.25;

export interface GuestsRun {
  readonly storage: StorageKind;
  /** Guests who finish in time. */
  readonly guests: number;
  readonly rivals: number;
  readonly seed: number;
  /** False for the control: the time is not held while the guest types. */
  readonly hasHolds: boolean;
}

export interface GuestsReport {
  /** Guests who finished in time: with a hold, or in the control with a time that was shown. */
  readonly finished: number;
  readonly booked: number;
  /** Answered that another party has the table. */
  readonly taken: number;
  /** Answers of another kind. */
  readonly others: readonly string[];
  /** Booked guests without exactly one booking in the storage. */
  readonly lost: readonly string[];
  /** Guests who held another time in between. */
  readonly changed: number;
  readonly rivalsBooked: number;
}

interface Wish {
  readonly name: string;
  readonly address: string;
  readonly party: string;
  readonly start: string;
  /** All times that were shown. */
  readonly offered: readonly string[];
}

export async function runGuests(run: GuestsRun): Promise<GuestsReport> {
  const site = await openSite(run.storage, { unconfirmedPercent: 100, surgeBookings: 1000 });
  const play = new Play(site, run);
  try {
    while (play.finished < run.guests) await play.date();
    return await play.report();
  } finally {
    await site.close();
  }
}

class Play {
  finished = 0;
  readonly #site: Site;
  readonly #run: GuestsRun;
  readonly #chance: Chance;
  readonly #booked: string[] = [];
  readonly #others: string[] = [];
  #taken = 0;
  #changed = 0;
  #rivalsBooked = 0;
  #dates = 0;
  #visitors = 0;

  constructor(site: Site, run: GuestsRun) {
    this.#site = site;
    this.#run = run;
    this.#chance = chanceOf(run.seed);
  }

  /** On one date all guests choose a time, think, and finish. */
  async date(): Promise<void> {
    const date = dateAfter(++this.#dates);
    const wishes = await Promise.all(Array.from({ length: GUESTS_EACH_DATE }, () => this.#choose(date)));
    const starts = wishes.map(({ start }) => start);
    const choices = Promise.all(wishes.map((wish) => this.#hold(wish)));
    const [held] = await Promise.all([choices, this.#rivals(starts, 0.2)]);
    const thinkMs = between(this.#chance, 1, HOLD_MS - 1);
    await this.#site.pass(Math.floor(thinkMs / 2));
    const changes = Promise.all(wishes.map((wish, i) => this.#change(wish, held[i]!)));
    const [current] = await Promise.all([changes, this.#rivals(starts, 0.8)]);
    await this.#site.pass(Math.ceil(thinkMs / 2));
    const finishing = wishes.map((wish, i) => this.#finish(wish, current[i]!));
    await Promise.all([...finishing, this.#rivals(starts, 0.5)]);
    await this.#site.pass(2 * HOLD_MS);
  }

  async report(): Promise<GuestsReport> {
    const stored = (await this.#site.engine.operator.at(LOCATION_ID).bookings.list())
      .filter(({ source, status }) => source === 'guest' && status === 'confirmed')
      .map(({ guest }) => guest.name);
    const lost = this.#booked.filter((name) => stored.filter((one) => one === name).length !== 1);
    return {
      finished: this.finished,
      booked: this.#booked.length,
      taken: this.#taken,
      others: this.#others,
      lost,
      changed: this.#changed,
      rivalsBooked: this.#rivalsBooked,
    };
  }

  async #choose(date: string): Promise<Wish> {
    const { name, address } = this.#nextGuest();
    const party = `${between(this.#chance, 1, 4)}`;
    const page = await this.#site.guest(address, `${BOOK}?date=${date}&party=${party}`);
    const offered = offeredOn(page.text);
    return { name, address, party, start: pick(this.#chance, offered), offered };
  }

  /** The path of the hold; null if the time was taken before; empty in the control. */
  async #hold({ address, party, start }: Wish): Promise<string | null> {
    if (!this.#run.hasHolds) return '';
    const { status, location } = await this.#site.guest(address, `${BOOK}/hold`, { party, start });
    return status === 303 ? location : null;
  }

  /** Some guests look for another time; if it is not available, the first one stays held. */
  async #change({ address, party, offered }: Wish, held: string | null): Promise<string | null> {
    if (!held || this.#chance() >= CHANGES) return held;
    const other = { party, start: pick(this.#chance, offered), held: held.split('/').at(-1)! };
    const { status, location } = await this.#site.guest(address, `${BOOK}/hold`, other);
    this.#changed += Number(status === 303);
    return status === 303 ? location : held;
  }

  async #finish({ name, address, party, start }: Wish, held: string | null): Promise<void> {
    if (held === null) return;
    const fields = { name, email: `${name}@example.com` };
    const answer = this.#run.hasHolds
      ? await this.#site.guest(address, `${held}/confirm`, fields)
      : await this.#site.guest(address, `${BOOK}/hold`, { party, start, ...fields, confirmed: 'yes' });
    this.finished += 1;
    if (answer.status === 303 && answer.location.startsWith('/manage/')) this.#booked.push(name);
    else if (answer.status === 409) this.#taken += 1;
    else this.#others.push(`${answer.status} ${answer.location}`);
  }

  /** This share of the rivals ask for times of the guests, each once. */
  async #rivals(starts: readonly string[], share: number): Promise<void> {
    const count = Math.ceil(this.#run.rivals * share);
    await Promise.all(
      Array.from({ length: count }, async (_, i) => {
        const answer = await this.#rival(i % 5, pick(this.#chance, starts));
        this.#rivalsBooked += Number(answer.status === 201 || answer.status === 303);
      }),
    );
  }

  /** Of five rivals two are partners, one books at the console, and two are guests. */
  #rival(kind: number, start: string): Promise<Answer> {
    const { name, address } = this.#nextGuest();
    const size = between(this.#chance, 1, 4);
    const guest = { name, email: `${name}@example.com` };
    const request = { startsAt: start, partySize: size };
    const form = { party: `${size}`, start };
    switch (kind) {
      case 0:
        return this.#site.partner('/bookings', { ...request, ...guest });
      case 1:
        return this.#site.partner('/holds', request);
      case 2:
        return this.#site.staff({
          day: start.slice(0, 10),
          size: `${size}`,
          at: `${Date.parse(start)}`,
          key: name,
          name,
        });
      case 3:
        return this.#site.guest(address, `${BOOK}/hold`, form);
      default:
        return this.#site.guest(address, `${BOOK}/hold`, { ...form, ...guest, confirmed: 'yes' });
    }
  }

  /** Each guest has another network. */
  #nextGuest(): { readonly name: string; readonly address: string } {
    const n = this.#visitors++;
    return { name: `g${n}`, address: `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}` };
  }
}
