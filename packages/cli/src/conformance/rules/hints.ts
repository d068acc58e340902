/** Additions within v1 for authors of clients (D30): skipped if a server lacks them. It makes no requests for them alone. */
import { book, bookingInput } from '../asking.ts';
import { listOf } from '../days.ts';
import { type Exchange, field, gotOf } from '../exchange.ts';
import { firstOf, rule, type Rule, unless, type Violation } from '../rule.ts';
import { CannotTell } from '../errors.ts';
import type { Run } from '../run.ts';

export const HINTS: readonly Rule[] = [
  rule(
    'D30/fields-at-fault',
    'a 400 that lists fields at fault names each once, and begins with the one that message tells',
    async (run) => {
      const listing = (await malformed(run)).filter(({ json }) => field(json, 'errors') !== undefined);
      if (listing.length === 0) throw new CannotTell('no 400 lists the fields at fault');
      return firstOf(...listing.map(listsFaults));
    },
  ),
];

/** The 400 answers so far; if there are none, one to a party of 0. */
async function malformed(run: Run): Promise<readonly Exchange[]> {
  const known = run.exchanges.filter(({ status }) => status === 400);
  return known.length > 0 ? known : [await book(run, bookingInput(run, run.nowMs(), { partySize: 0 }))];
}

function listsFaults(exchange: Exchange): Violation | null {
  const { json } = exchange;
  const errors = listOf(field(json, 'errors'));
  const names = errors.map((each) => field(each, 'field'));
  const isText = (value: unknown): boolean => typeof value === 'string' && value !== '';
  const isList =
    errors.every((each) => isText(field(each, 'field')) && isText(field(each, 'message'))) &&
    new Set(names).size === names.length &&
    field(errors[0], 'message') === field(json, 'message');
  const expected = 'errors: [{ field, message }, …], each field once, the first with the text of message';
  return unless(isList, expected, () => gotOf(exchange), exchange);
}
