import {
  type Booking,
  BookingError,
  type ChangeOutcome,
  type Engine,
  type LocationActions,
  type Role,
  versionOf,
} from '@bord/engine';
import { fixtures } from '@bord/engine/testing';
import { Actor } from './actor.ts';
import { anyMove, DEMO_ID } from './choices.ts';
import { HOUR_MS } from './instants.ts';

const PEOPLE: readonly { readonly email: string; readonly role: Role }[] = [
  { email: 'manager@bord.example', role: 'manager' },
  { email: 'host@bord.example', role: 'host' },
  { email: 'other-host@bord.example', role: 'host' },
];

/** Somebody is signed in at a browser. */
interface Session {
  readonly token: string;
  readonly id: string;
  readonly staffId: string;
  readonly role: Role;
  /** Somebody ends it, or has ended it; since when that is known. */
  isEnding: boolean;
  endedMs: number | null;
}

/** A process may have known a session for so long when it ends elsewhere. */
const KNOWN_MS = 3000;
const IDLE_MS = 12 * HOUR_MS;

/** Errors that the console handles, in addition to outcomes. */
const ANSWERS = [
  'changed_meanwhile',
  'session_unknown',
  'role_missing',
  'location_not_found',
  'booking_not_found',
  'hold_not_found',
  'waitlist_entry_not_found',
];

type Step = (house: LocationActions) => Promise<ChangeOutcome>;

/** People of the restaurant at the console (D44): they come in by mailed links, change bookings that they have looked at, and do what their role allows. */
export class Members extends Actor {
  readonly counts = { signedIn: 0, signedOut: 0, changedByStaff: 0, changedMeanwhile: 0, notAllowed: 0 };
  #sessions: readonly Session[] = [];

  /** Says who works there. */
  async employ(engine: Engine): Promise<void> {
    for (const person of PEOPLE)
      await engine.operator.staff.add({ ...person, locationId: fixtures.LOCATION_ID });
  }

  async act(): Promise<void> {
    const { dice } = this.world;
    const session = this.#sessions.length > 0 ? dice.pick(this.#sessions) : undefined;
    const { email } = dice.pick(PEOPLE);
    const token = this.servers.mailServer.signInTokens.get(email);
    if (token !== undefined) return this.#enter(email, token);
    if (!session || dice.once(8)) return this.#askForLink(email);
    if (dice.once(14)) return this.#end(session);
    if (dice.once(6)) return this.#overstep(session);
    return this.#change(session);
  }

  async #askForLink(email: string): Promise<void> {
    await this.attempts.withRetry(`ask for a link: ${email}`, (engine) =>
      engine.signIn.ask({ email, browser: `that of ${email}`, clientAddress: '192.0.2.7' }),
    );
  }

  /** By a link that may be used once. */
  async #enter(email: string, token: string): Promise<void> {
    this.servers.mailServer.signInTokens.delete(email);
    const entered = await this.attempts.maybeTwice(`sign in: ${email}`, (engine) =>
      engine.signIn.enter({ token, browser: `that of ${email}`, label: 'a browser' }),
    );
    this.world.checks.look('a sign-in link is valid once');
    if (entered.length > 1) this.world.accuse(`${email} has signed in twice with one link`);
    const { role } = PEOPLE.find((person) => person.email === email)!;
    for (const { session, caller } of entered) {
      this.counts.signedIn += 1;
      const { sessionId: id, staffId } = caller;
      this.#sessions = [
        ...this.#sessions.slice(-8),
        { token: session, id, staffId, role, isEnding: false, endedMs: null },
      ];
    }
  }

  async #end(session: Session): Promise<void> {
    session.isEnding = true;
    const ended = await this.attempts.withRetry(
      `sign out: session of ${session.role}`,
      (engine) => engine.operator.staff.endSession(session.id),
      { answers: ['session_unknown'] },
    );
    session.endedMs ??= this.world.nowMs();
    if (ended) this.counts.signedOut += 1;
  }

  /** Closes a past day, or a day of the other location: both are irrelevant to others, and a host must be rejected. */
  async #overstep(session: Session): Promise<void> {
    const closure = { from: '2030-01-01', to: '2030-01-01', reason: null };
    const made = await this.#asMember('close a day', session, (house) => house.closures.add(closure));
    this.world.checks.look('a host cannot use the rights of a manager');
    if (made && session.role === 'host') this.world.accuse(`a host has closed a day by ${session.id}`);
    if (!made && session.role === 'host') this.counts.notAllowed += 1;
    if (made)
      await this.#asMember('open it again', session, (house) => house.closures.remove(made.id), ['conflict']);
    const elsewhere = await this.#asMember('look elsewhere', session, (_, engine, caller) =>
      engine.staff(caller).at(DEMO_ID).bookings.list({}),
    );
    if (elsewhere) this.world.accuse(`${session.staffId} has read the bookings of another restaurant`);
  }

  /** Changes a booking as it was looked at; sometimes that was a while ago. */
  async #change(session: Session): Promise<void> {
    const { dice } = this.world;
    const { annals } = this.records;
    const looked = annals.anyVersion(dice, fixtures.LOCATION_ID);
    if (!looked) return;
    const { id } = looked;
    const to = anyMove(this.world);
    const steps: readonly (readonly [string, Step])[] = [
      ['cancel', ({ bookings }) => bookings.cancel(id)],
      ['move', ({ bookings }) => bookings.move(id, to)],
      ['sit down', ({ bookings }) => bookings.seat(id)],
      ['undo', ({ bookings }) => bookings.undo(id)],
      ['pin', ({ bookings }) => bookings.pin(id, true)],
      ['edit', ({ bookings }) => bookings.edit(id, { phone: `070-${dice.roll(9)}` })],
    ];
    const [label, step] = dice.pick(steps);
    const seen = versionOf(looked);
    const outcome = await this.#asMember(`${label} ${id}`, session, (_, engine, caller) =>
      step(engine.staff(caller).at(fixtures.LOCATION_ID, { seen })),
    );
    if (outcome?.kind !== 'changed') return;
    this.counts.changedByStaff += 1;
    this.#assertAsSeen(outcome.booking, seen, session);
  }

  /** The changed booking had the version that the member saw, and the history names the member (D43). */
  #assertAsSeen(booking: Booking, seen: string, { staffId }: Session): void {
    const { annals } = this.records;
    annals.assertCommitted(booking);
    this.world.checks.look('a change at the console starts from the current booking and names its member');
    const before = annals.before(booking);
    if (!before || versionOf(before) !== seen)
      this.world.accuse(`${booking.id} was changed by ${staffId} from an outdated booking`);
    if (booking.history.at(-1)?.by !== `staff:${staffId}`)
      this.world.accuse(`${booking.id} was changed by ${staffId} and names ${booking.history.at(-1)?.by}`);
  }

  /** Does something by a session, as long as that is good. */
  async #asMember<R>(
    what: string,
    session: Session,
    step: (
      house: LocationActions,
      engine: Engine,
      caller: Awaited<ReturnType<Engine['signIn']['caller']>>,
    ) => Promise<R>,
    answers: readonly string[] = [],
  ): Promise<R | null> {
    const { nowMs } = this.world;
    let [begunMs, lastCode] = [0, ''];
    const result = await this.attempts.withRetry(
      what.replace(/ (\w+_\w+)$/, `: the ${session.role}, $1`),
      async (engine) => {
        begunMs = nowMs();
        lastCode = '';
        try {
          const caller = await engine.signIn.caller(session.token);
          return await step(engine.staff(caller).at(fixtures.LOCATION_ID), engine, caller);
        } catch (error) {
          if (BookingError.is(error)) lastCode = error.code;
          throw error;
        }
      },
      { answers: [...ANSWERS, ...answers] },
    );
    this.world.checks.look('a session is valid until it is ended');
    const isOver = session.endedMs !== null && begunMs > session.endedMs + KNOWN_MS;
    if (isOver && lastCode !== 'session_unknown')
      this.world.accuse(`${session.staffId} has signed out and is still signed in with ${session.id}`);
    const seenMs = this.records.sessionSeenMs.get(session.id)!;
    const isIdle = nowMs() - seenMs >= IDLE_MS;
    if (lastCode === 'session_unknown') {
      if (!session.isEnding && !isIdle) this.world.accuse(`${session.id} is unknown before its end`);
      this.#sessions = this.#sessions.filter((one) => one !== session);
    }
    if (lastCode === 'changed_meanwhile') this.counts.changedMeanwhile += 1;
    return result;
  }
}
