/** The calls of a run to an MCP server, and the outcome of each rule. */
import { dateAfter } from '../days.ts';
import { CannotTell } from '../errors.ts';
import { field } from '../exchange.ts';
import type { Rule, Violation } from '../rule.ts';
import { fixture } from '../run.ts';
import { argumentsOf, type Facts, factsIn, handleOf, type Values } from './fields.ts';
import type { Reply } from './mcp.ts';
import { type AgentRun, bookingOf, gotBy, isOver, type More, type OfferedTime, weekdayNamed } from './run.ts';

/** The first violation of each rule that was tried; null where it held. */
export interface Notes {
  readonly byRule: ReadonlyMap<string, Violation | null>;
  /** Why the part ended early. */
  readonly why: string | null;
}

interface Judge {
  holds(id: Rule['id'], isRight: boolean, reply: Reply, expected: string, got?: string): void;
  /** @param facts those of the call, if they were shifted */
  rejects(id: Rule['id'], reply: Reply, facts?: Facts): void;
  /** The reply states the expected time and party size. */
  states(id: Rule['id'], reply: Reply, facts: Facts): void;
}

/** A part of the run, played once. */
export function part(
  play: (run: AgentRun, judge: Judge) => Promise<void>,
): (run: AgentRun) => Promise<Notes> {
  return fixture(async (run: AgentRun) => {
    const byRule = new Map<string, Violation | null>();
    const judge: Judge = {
      holds(id, isRight, reply, expected, got = gotBy(reply)) {
        byRule.set(id, byRule.get(id) ?? (isRight ? null : { expected, got, exchange: reply.exchange }));
      },
      rejects(id, reply, facts) {
        const isRight = reply.isRejected || field(reply.result, 'resultType') === 'input_required';
        const got = `${facts ? factsText(facts) : ''} ${gotBy(reply)}`.trim();
        judge.holds(id, isRight, reply, 'a rejection', got);
      },
      states(id, reply, facts) {
        const stated = Object.entries(factsIn(reply.content));
        const wrong = stated.filter(([name, value]) => `${value}` !== `${facts[name as keyof Facts]}`);
        const expected = `${facts.date} ${facts.time}, for ${facts.partySize}`;
        const got = wrong.map(([name, value]) => `${name} ${value}`).join(', ');
        judge.holds(id, wrong.length === 0, reply, expected, got);
      },
    };
    try {
      await play(run, judge);
      return { byRule, why: null };
    } catch (error) {
      if (!(error instanceof CannotTell)) throw error;
      return { byRule, why: error.message };
    }
  });
}

/** Facts that differ from those of an offer, each with the rule that it is for. */
function shiftsOf({ date, weekday, time, partySize }: Facts): readonly (readonly [Rule['id'], Facts])[] {
  const facts = { date, weekday, time, partySize };
  const by = (minutes: number): Facts => {
    const text = new Date(Date.parse(`${date}T${time}Z`) + minutes * 60_000).toISOString();
    const day = text.slice(0, 10);
    return { ...facts, date: day, weekday: weekdayNamed(day), time: text.slice(11, 16) };
  };
  return [
    ...[-1440, 1440, 7 * 1440].map((minutes) => ['expect/date', by(minutes)] as const),
    ['expect/weekday', { ...facts, weekday: weekdayNamed(dateAfter(date, 1)) }],
    ['expect/half-day', by(time < '12:00' ? 720 : -720)],
    ...[-300, -60, 60].map((minutes) => ['expect/zone', by(minutes)] as const),
    ...[-1, 1].map((more) => ['expect/size', { ...facts, partySize: partySize + more }] as const),
  ];
}

/** Forged handles, made of one that the server issued. */
function forgeriesOf(handle: string): readonly string[] {
  const altered = [0, 0.5, 0.9].map((share) => {
    const i = Math.floor((handle.length - 1) * share);
    const [first, second] = /\d/.test(handle[i]!) ? ['0', '1'] : ['A', 'B'];
    return handle.slice(0, i) + (handle[i] === first ? second : first) + handle.slice(i + 1);
  });
  const forged = [...altered, handle.slice(0, -2), 'conformance-no-such-handle', ''];
  const plain = Buffer.from(handle, 'base64url').toString();
  const raised = plain.replace(/\d(?!.*\d)/, (it) => `${(Number(it) + 1) % 10}`);
  const isText = /^[\x20-\x7E]{8,}$/.test(plain) && raised !== plain;
  return isText ? [...forged, Buffer.from(raised).toString('base64url')] : forged;
}

/** Whether a handle leads to the booking that was cancelled before. */
async function isEnded(run: AgentRun, handle: string | null, booking: string): Promise<boolean> {
  if (handle === null || handle === booking || !run.has('read')) return handle === null || handle === booking;
  return isOver(await run.call('read', { booking: handle }));
}

/** The offer and the hold of a booking, and attempts that must fail while the hold is free. */
async function attempts(run: AgentRun, judge: Judge) {
  const { date, offers, reply } = await run.nextTimes();
  const { party } = run.settings;
  for (const { stated } of offers) {
    const { time = '', weekday = weekdayNamed(date) } = stated;
    const isFor = stated.date === date && weekday === weekdayNamed(date) && stated.partySize === party;
    const expected = `${date}, a time, ${party}`;
    judge.holds('tools/offers', isFor && time !== '', reply, expected, JSON.stringify(stated));
  }
  const offer = offers[0]!;
  const guest = run.newGuest();
  for (const forged of forgeriesOf(offer.offer))
    judge.rejects('offers/forged', await take(run, { ...guest, ...offer, offer: forged }));

  const [hold, held] = await run.hold(offer);
  if (held) judge.states('tools/hold', held, offer);
  const again = held ? await Promise.all([run.call('hold', offer), run.call('hold', offer)]) : [];
  const values: Values = { ...guest, ...offer, ...byHandle(hold) };
  for (const forged of forgeriesOf(hold))
    judge.rejects('offers/holds', await run.book({ ...values, ...byHandle(forged) }));
  if (held) judge.rejects('offers/held', await run.book({ ...values, ...byHandle(offer.offer) }));
  judge.rejects('offers/none', await run.book({ ...values, hold: undefined, offer: undefined }));
  judge.rejects('expect/missing', await run.book({ ...guest, ...byHandle(hold), expect: undefined }));
  for (const [id, facts] of shiftsOf(offer))
    judge.rejects(id, await run.book({ ...values, ...facts }), facts);

  return { offer, date, values, again };
}

/** One booking from its offer to its end, with attempts on the way that must fail. */
export const story = part(async (run, judge) => {
  const { offer, date, values, again } = await attempts(run, judge);
  const reply = await run.book(values);
  const booking = bookingOf(reply);
  judge.holds('expect/again', booking !== null, reply, 'a booking');
  if (booking === null) throw new CannotTell(`the table was not booked: ${gotBy(reply)}`);
  judge.states('tools/booking', reply, offer);
  const repeat = async (id: Rule['id'], more: Values = {}): Promise<readonly [Rule['id'], Reply]> => {
    const repeated = await run.book({ ...values, ...more }, { isRepeat: true });
    judge.holds(id, bookingOf(repeated) !== null, repeated, `the booking ${booking}`);
    return [id, repeated];
  };
  const repeats = [await repeat('repeats/book')];
  repeats.push(...(await Promise.all([1, 2, 3].map(() => repeat('repeats/together')))));
  for (const { content } of again)
    repeats.push(await repeat('repeats/hold', byHandle(handleOf(content, 'hold') ?? '')));
  judge.rejects('repeats/other-guest', await run.book({ ...values, ...run.newGuest() }));

  const readOrCancel = run.has('read') ? 'read' : 'cancel';
  for (const forged of forgeriesOf(booking))
    judge.rejects('offers/bookings', await run.call(readOrCancel, { ...offer, booking: forged }));
  for (const [, facts] of shiftsOf(offer))
    judge.rejects('expect/cancel', await run.call('cancel', { ...facts, booking }), facts);
  if (run.has('read')) judge.states('tools/booking', await run.call('read', { booking }), offer);

  let facts: Facts = offer;
  const other = (await run.timesOn(date)).offers.find(({ time }) => time !== offer.time);
  if (other && run.has('change')) {
    for (const [, shifted] of shiftsOf(other))
      judge.rejects('expect/change', await run.call('change', { ...other, ...shifted, booking }), shifted);
    const changed = await run.call('change', { ...other, booking });
    judge.holds('tools/change', bookingOf(changed) !== null, changed, factsText(other));
    judge.states('tools/change', changed, other);
    if (!changed.isRejected) facts = other;
  }

  for (const cancelled of [await run.cancel(booking, facts), await run.cancel(booking, facts)])
    judge.holds('tools/cancel', !cancelled.isRejected && isOver(cancelled), cancelled, 'status cancelled');
  const late = await run.book(values, { isRepeat: true });
  for (const [id, repeated] of [...repeats, ['repeats/cancelled', late] as const])
    judge.holds(id, await isEnded(run, bookingOf(repeated), booking), repeated, `the booking ${booking}`);
});

const factsText = ({ date, weekday, time, partySize }: Facts): string =>
  `${weekday} ${date} ${time} for ${partySize}:`;

/** Both, since a server can book holds or offers. */
const byHandle = (handle: string): Values => ({ hold: handle, offer: handle });

/** Holds an offer, or books it if the server has no holds. */
const take = (run: AgentRun, values: Values): Promise<Reply> =>
  run.has('hold') ? run.call('hold', values) : run.book(values);

/** Two guests ask for the same time, and the booking of the first is cancelled. */
export const guests = part(async (run, judge) => {
  const first = await run.nextTimes();
  const offers = [first.offers[0]!, (await run.timesOn(first.date)).offers[0]!] as const;
  const holds = [await run.hold(offers[0]), await run.hold(offers[1])] as const;
  const book = (i: 0 | 1): Promise<Reply> =>
    run.book({ ...run.newGuest(), ...offers[i], ...byHandle(holds[i][0]) });
  const one = bookingOf(await book(0));
  const reply = await book(1);
  const two = bookingOf(reply);
  judge.holds('repeats/guests', one !== null && two !== null && one !== two, reply, 'another booking');
  if (one === null || two === null) return;
  await run.cancel(one, offers[0]);
  judge.holds('repeats/guests', !(await isEnded(run, two, one)), reply, 'a separate booking');
});

const ELICITS: More = { capabilities: { elicitation: { form: {} } } };

/** The server asks for the contact of the guest. */
export const state = part(async (run, judge) => {
  const { offers, date } = await run.nextTimes();
  const [offer, values] = [offers[0]!, { ...offers[0]!, ...byHandle((await run.hold(offers[0]!))[0]) }];
  const { result } = await run.book(values, ELICITS);
  const requestState = field(result, 'requestState');
  if (typeof requestState !== 'string')
    throw new CannotTell('the server does not ask for the contact of the guest');
  const contact = run.newGuest();
  const forms = Object.entries(field(result, 'inputRequests') ?? {}).map(([name, request]) => {
    const schema: unknown = field(field(request, 'params'), 'requestedSchema');
    return [name, { action: 'accept', content: argumentsOf({ name, schema }, contact) }] as const;
  });
  const answer = (by: string, given: Values = values, isRepeat = false): Promise<Reply> => {
    const params = { requestState: by, inputResponses: Object.fromEntries(forms) };
    return run.book(given, { ...ELICITS, params, isRepeat });
  };
  for (const forged of forgeriesOf(requestState)) judge.rejects('state/forged', await answer(forged));
  const other = (await run.timesOn(date)).offers.at(-1)!;
  const another = { ...other, ...byHandle((await run.hold(other))[0]) };
  judge.rejects('state/other', await answer(requestState, another));
  const [first, second] = [await answer(requestState), await answer(requestState, values, true)];
  const booking = bookingOf(first);
  const areBoth = booking !== null && bookingOf(second) !== null;
  judge.holds('state/repeated', areBoth, first, 'two answers with a booking');
  if (booking === null) return;
  await run.cancel(booking, offer);
  const isSame = await isEnded(run, bookingOf(second), booking);
  judge.holds('state/repeated', isSame, second, `the booking ${booking}`);
});

/** An offer is used after its time. */
export const expiry = part(async (run, judge) => {
  const offer = (await run.nextTimes()).offers[0]!;
  await run.pause(run.settings.expiryMs ?? 0, 'an offer must expire');
  judge.rejects('offers/expired', await take(run, { ...run.newGuest(), ...offer }));
});

/** Another caller uses what this one was given. */
export const foreign = part(async (run, judge) => {
  const [first, second] = (await run.nextTimes()).offers as [OfferedTime, OfferedTime];
  const more: More = { as: 'second-key' };
  if (run.has('hold')) judge.rejects('offers/foreign', await run.call('hold', first, more));
  const values = { ...run.newGuest(), ...second, ...byHandle((await run.hold(second))[0]) };
  judge.rejects('offers/foreign', await run.book(values, more));
  const booking = bookingOf(await run.book(values));
  if (booking === null) throw new CannotTell('the table was not booked');
  if (run.has('read')) judge.rejects('offers/foreign-booking', await run.call('read', { booking }, more));
  judge.rejects('offers/foreign-booking', await run.call('cancel', { ...second, booking }, more));
});
