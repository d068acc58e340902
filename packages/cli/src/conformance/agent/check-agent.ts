import { CannotTell } from '../errors.ts';
import { openRun } from '../run.ts';
import { type Conditions, type Rule, rule, type Section } from '../rule.ts';
import { type Settings, settingsOf, type Surroundings } from '../settings.ts';
import { REAL_SURROUNDINGS, type Report, type RunListeners, tryRules } from '../try-rules.ts';
import type { ToolName } from './fields.ts';
import { type AgentRun, openAgentRun } from './run.ts';
import { expiry, foreign, guests, part, state, story } from './story.ts';
import { texts } from './texts.ts';

const CHANGES: readonly ToolName[] = ['hold', 'book', 'change', 'cancel'];
const READS: readonly ToolName[] = ['find', 'times', 'read', 'menu'];

/** Facts that are seen without a booking. */
const tools = part(async (run, judge) => {
  const reply = await run.listTools();
  for (const name of [...CHANGES, ...READS]) {
    const tool = run.tool(name);
    const isRead = READS.includes(name);
    const isRight = !tool || (tool.isReadOnly === true) === isRead;
    judge.holds('tools/read-only', isRight, reply, `readOnlyHint ${isRead}`, `${tool?.name}: not so`);
  }
  if ((await run.restaurant()) === undefined) throw new CannotTell('the server has one restaurant');
  const { offers } = await run.nextTimes();
  const restaurant = 'conformance-no-such-restaurant';
  judge.rejects('offers/restaurant', await run.call('times', { ...offers[0]!, restaurant }));
});

type Row = readonly [id: Rule['id'], title: string, of: typeof story, conditions?: Conditions];

const ROWS: Readonly<Record<string, readonly Row[]>> = {
  Tools: [
    ['tools/read-only', 'only tools that read are marked as read-only', tools, { level: 'should' }],
    ['tools/offers', 'offered times state the date, time and party size that were asked for', story],
    ['tools/hold', 'a hold states the time and party size of its offer', story],
    ['tools/booking', 'a booking states the time and party size of its offer', story],
    ['tools/change', 'a booking moves to the offered time', story],
    ['tools/cancel', 'a cancelled booking is reported as cancelled, also when it is cancelled again', story],
  ],
  'Expected date, time and party size': [
    ['expect/date', 'a booking with the day before or after, or a week later, is rejected', story],
    ['expect/weekday', 'a booking with a weekday that does not fit the date is rejected', story],
    ['expect/half-day', 'a booking with a.m. in place of p.m. is rejected', story],
    ['expect/zone', 'a booking with the time of another time zone is rejected', story],
    ['expect/size', 'a booking for one guest more or fewer is rejected', story],
    ['expect/missing', 'a booking without the expected date, time and party size is rejected', story],
    ['expect/again', 'after these rejections the same hold can be booked', story],
    ['expect/change', 'a change with another date, time or party size than its offer is rejected', story],
    ['expect/cancel', 'a cancellation with another date, time or party size is rejected', story],
  ],
  'Offers and holds': [
    ['offers/forged', 'altered and invented offers are rejected', story],
    ['offers/holds', 'altered and invented holds are rejected', story],
    ['offers/bookings', 'altered and invented handles of bookings are rejected', story],
    ['offers/held', 'an offer in place of a hold is rejected', story],
    ['offers/none', 'a booking without an offer or a hold is rejected', story],
    ['offers/restaurant', 'a restaurant that does not exist has no times', tools],
    ['offers/expired', 'an expired offer is rejected', expiry, { needs: 'expiry' }],
    ['offers/foreign', 'an offer or a hold of another caller is rejected', foreign, { needs: 'second-key' }],
    ['offers/foreign-booking', 'a booking of another caller is rejected', foreign, { needs: 'second-key' }],
  ],
  'Repeated requests': [
    ['repeats/hold', 'the same offer leads to the same hold', story],
    ['repeats/book', 'a repeated request leads to the same booking', story],
    ['repeats/together', 'concurrent equal requests lead to the same booking', story],
    ['repeats/cancelled', 'a request that is repeated after the cancellation makes no new booking', story],
    ['repeats/other-guest', 'the same hold with another name and contact is rejected', story],
    ['repeats/guests', 'two guests who ask for the same time get separate bookings', guests],
  ],
  'Questions to the guest': [
    ['state/forged', 'an altered requestState is rejected', state],
    ['state/other', 'the requestState of another hold is rejected', state],
    ['state/repeated', 'a repeated requestState leads to the same booking', state],
  ],
  'Texts of others': [
    ['texts/notes', 'answers do not contain the notes of a guest', texts],
    ['texts/guest', 'answers do not contain the name and contact of a guest', texts, { level: 'should' }],
    ['texts/restaurant', 'texts of a restaurant are alone in their fields and lines', texts],
    ['texts/tools', 'descriptions of tools stay the same, without texts of guests and restaurants', texts],
  ],
};

/** The rules for an MCP server that books tables, in the order in which they are tried. */
export const AGENT_SECTIONS: readonly Section<AgentRun>[] = Object.entries(ROWS).map(([title, rows]) => ({
  title,
  rules: rows.map(([id, text, of, conditions = {}]) =>
    rule<AgentRun>(id, text, conditions, async (run) => {
      const { byRule, why } = await of(run);
      const violation = byRule.get(id);
      if (violation === undefined) throw new CannotTell(why ?? 'the server has no tool for it');
      return violation;
    }),
  ),
}));

/**
 * Checks an MCP server that books tables. Its bookings are cancelled at the end, also after a stop or failure.
 * `locationId` is the restaurant as `find_restaurants` names it, by default the first. Without a key the calls are anonymous.
 *
 * Throws `Failure` when the server is unreachable, rejects the key, or has no tools to find times and to book.
 */
export async function checkAgent(
  given: Partial<Settings> & Pick<Settings, 'baseUrl'>,
  around: Partial<Surroundings> = {},
  { onStart, onVerdict }: RunListeners = {},
): Promise<Report> {
  const settings = settingsOf({ locationId: '', keys: { key: '' }, ...given });
  const none = { receiver: null, namedReceiver: null };
  const run = openAgentRun(openRun(settings, { ...REAL_SURROUNDINGS, ...around }, none));
  const begin = async (): Promise<void> => onStart?.(await run.begin());
  return tryRules(run, { sections: AGENT_SECTIONS, begin, cleanUp: run.cleanUp }, onVerdict);
}
