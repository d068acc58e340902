/** Calls that differ from the guest's words must not book. */
import { between, type Chance, chanceOf, pick } from '../seating/random.ts';
import { type Answer, callTool, type Facts } from './calls.ts';
import type { Controlled } from './controls.ts';
import { bookingsOf, dateAt, instantAt, type World } from './world.ts';

export interface Tally {
  calls: number;
  booked: number;
  /** Of the calls, by mutation. */
  readonly byKind: Record<string, number>;
}

const EXPIRY_MS = 11 * 60_000;
const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

function shifted({ date, time, party_size }: Facts, minutes: number): Facts {
  const text = new Date(Date.parse(`${date}T${time}Z`) + minutes * 60_000).toISOString();
  const weekday = WEEKDAYS[new Date(text).getUTCDay()];
  return { date: text.slice(0, 10), weekday, time: text.slice(11, 16), party_size };
}

/** Facts that differ from those of the hold. */
function mutationsOf(facts: Facts, chance: Chance): readonly (readonly [kind: string, expect: Facts])[] {
  const { party_size: size } = facts;
  return [
    ['day', shifted(facts, pick(chance, [-1440, 1440]))],
    ['month', shifted(facts, pick(chance, [-30, 28, 30, 31]) * 1440)],
    ['weekday', { ...facts, weekday: shifted(facts, 1440).weekday }],
    ['half-day', { ...facts, time: shifted(facts, 720).time }],
    ['zone', shifted(facts, pick(chance, [-8, -5, -1, 1, 2, 5.5, 9]) * 60)],
    ['size', { ...facts, party_size: size + pick(chance, size > 1 ? [-1, 1] : [1]) }],
  ];
}

function altered(handle: string, chance: Chance): string {
  const at = between(chance, 0, handle.length - 2);
  return handle.slice(0, at) + (handle[at] === 'A' ? 'B' : 'A') + handle.slice(at + 1);
}

/** Plays at least so many mutated calls; a description of the first wrong one, or null. */
export async function playMutations(
  world: World,
  { wrap = (fetch) => fetch }: Controlled,
  { seed, calls }: { readonly seed: number; readonly calls: number },
): Promise<{ readonly wrong: string | null; readonly tally: Tally }> {
  const chance = chanceOf(seed);
  const tally: Tally = { calls: 0, booked: 0, byKind: {} };
  const fetch = wrap(world.fetch);
  const [own, other] = world.keys;
  const use = (tool: string, args: Facts, key = own, params = {}): Promise<Answer> =>
    callTool(fetch, { tool, args, key, params });
  let wrong: string | null = null;
  const must = (kind: string, answer: Answer, what: Facts): void => {
    tally.calls += 1;
    tally.byKind[kind] = (tally.byKind[kind] ?? 0) + 1;
    const isAsking = answer.result?.resultType === 'input_required';
    if (!answer.isRejected && !isAsking)
      wrong ??= `${kind}: ${JSON.stringify(what)} led to ${JSON.stringify(answer.facts)}`;
  };
  const expected = new Set<string>();

  for (let round = 0; tally.calls < calls && !wrong; round++) {
    const search = {
      date: dateAt(between(chance, 2, 300)),
      time: `${between(chance, 8, 20)}`.padStart(2, '0') + pick(chance, [':00', ':30']),
      party_size: between(chance, 1, 4),
    };
    const { times = [] } = (await use('find_times', search)).facts;
    if (times.length < 2) continue;
    const [first, second] = times;
    const { hold, date, weekday, time, party_size } = (await use('hold_table', { offer: first.offer })).facts;
    const facts = { date, weekday, time, party_size };
    const guest = { name: `Guest ${round}`, email: `guest-${round}@example.com` };
    for (const [kind, expect] of mutationsOf(facts, chance))
      must(kind, await use('book_table', { hold, ...guest, expect }), { facts, expect });
    for (const handle of [altered(hold, chance), altered(hold, chance), first.offer])
      must('forged hold', await use('book_table', { hold: handle, ...guest, expect: facts }), handle);
    for (const offer of [altered(second.offer, chance), altered(second.offer, chance), hold])
      must('forged offer', await use('hold_table', { offer }), offer);
    must('foreign offer', await use('hold_table', { offer: second.offer }, other), second.offer);
    must('foreign hold', await use('book_table', { hold, ...guest, expect: facts }, other), hold);

    const question = (await use('book_table', { hold, expect: facts })).result;
    const state = question?.requestState as string;
    const inputResponses = { guest: { action: 'accept', content: guest } };
    const answer = (requestState: string, args: Facts, key = own): Promise<Answer> =>
      use('book_table', args, key, { requestState, inputResponses });
    const args = { hold, expect: facts };
    must('altered state', await answer(altered(state, chance), args), state);
    must('foreign state', await answer(state, args, other), state);
    must('shifted state', await answer(state, { hold, expect: shifted(facts, 1440) }), state);
    const elsewhere = (await use('hold_table', { offer: second.offer })).facts;
    const otherFacts = { date: elsewhere.date, weekday: elsewhere.weekday, time: elsewhere.time, party_size };
    must('replayed state', await answer(state, { hold: elsewhere.hold, expect: otherFacts }), state);

    const [one, two] = [await answer(state, args), await answer(state, args)];
    const three = await use('book_table', { ...args, ...guest });
    const handles = [one, two, three].map((reply) =>
      reply.isRejected ? reply.facts.reason : reply.facts.booking,
    );
    if (new Set(handles).size !== 1 || one.isRejected) wrong ??= `repeated: ${handles.join(', ')}`;
    expected.add(`${guest.name} ${instantAt(date, time)} ${party_size}`);
    tally.booked += 1;
    const old = (await use('find_times', search)).facts.times?.at(-1)?.offer ?? second.offer;
    world.clock.pass(EXPIRY_MS);
    must('expired offer', await use('hold_table', { offer: old }), old);
  }
  if (wrong) return { wrong, tally };
  const found = (await bookingsOf(world)).map((it) => `${it.name} ${it.startMs} ${it.partySize}`);
  const unmeant = found.find((it) => !expected.has(it)) ?? [...expected].find((it) => !found.includes(it));
  if (unmeant !== undefined) wrong = `not as the guests meant: ${unmeant}`;
  else if (found.length !== expected.size) wrong = `${found.length} bookings of ${expected.size} guests`;
  return { wrong, tally };
}
