/**
 * Are the tests of the search worth anything? Each mutation puts one mistake into a copy of the sources; the comparison with
 * brute force must then find a disagreement, a broken rule or a crash.
 *
 *     node --conditions=source test/re-seating/mutations.ts [part of a file's name]
 *
 * Ends with code 1 if a mistake stays unseen, or if the text it replaces is no longer there.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');
const CORE = 'packages/engine/src/core';
const HOUSES = 4000;

/** File, what stands there, and the mistake. */
const MUTATIONS: readonly (readonly [file: string, sound: string, mistaken: string])[] = [
  // Who holds what, and when.
  ['tonight.ts', 'return Math.min(edgesUpTo(edges, ms - 1)', 'return Math.min(edgesUpTo(edges, ms)'],
  ['tonight.ts', 'edgesUpTo(edges, ms) - 1)', 'edgesUpTo(edges, ms - 1) - 1)'],
  ['tonight.ts', 'if (isMovable(booking) && ', 'if ('],
  ['tonight.ts', "booking.byOperator ? 'all' : 'online'", "'all'"],
  ['board.ts', 'at < table * beats + to[who]!; at++', 'at < table * beats + to[who]! - 1; at++'],
  ['board.ts', 'board.place[who] = change >= 0 ? -1 : -1 - change;', ''],
  // Places and classes.
  ['house.ts', '${seatsMin}-${seatsMax}-${online}', '${seatsMax}-${online}'],
  ['house.ts', '-${online}`', '`'],
  ['classes.ts', 'if (tonight.holder[table * beats + beat] !== BLOCKED)', 'if (table >= 0)'],
  ['classes.ts', 'Math.min(open.length, Math.floor(', 'Math.min(open.length - 1, Math.floor('],
  ['classes.ts', 'if (pinned || house.combined[table])', 'if (pinned)'],
  ['classes.ts', 'for (const c of classes)', 'for (const c of classes.slice(0, 1))'],
  // Counting.
  ['counting.ts', '>= room[', '+ 1 >= room['],
  ['counting.ts', '=> within(option, closed) >= uses)', '=> within(option, closed) >= 0)'],
  ['counting.ts', 'if (options.every(', 'if (options.some('],
  // The program.
  ['program.ts', 'for (const c of program.start[booking]!.classes) if (c === ofClass) use--;', ''],
  ['program.ts', 'beat >= to[booking]!', 'beat > to[booking]!'],
  ['program.ts', 'return -program.excess[of]!', 'return 1 - program.excess[of]!'],
  ['program.ts', 'excess[c * beats + beat]!++', 'void excess'],
  // The simplex method.
  ['simplex.ts', 'if (slope >= -TINY) continue;\n      let cost', 'if (slope >= -1.5) continue;\n      let cost'],
  ['simplex.ts', 'line[loosened] = -share;', 'line[loosened] = share;'],
  ['simplex.ts', 'line.push(-change / slope)', 'line.push(change / slope)'],
  ['simplex.ts', 'drop(columns, position);', 'columns.pop();'],
  ['breach.ts', 'offer(most, rowOfBeat(found), -1);', 'if (c > 0) offer(most, rowOfBeat(found), -1);'],
  ['breach.ts', 'offer(share - 1, rowOfBooking(booking), -1)', 'offer(0, 0, -1)'],
  ['breach.ts', 'offer(-values[p]!, -1, p);', ''],
  ['breach.ts', 'weights[q]! -= entry', 'weights[q]! += entry'],
  // Proofs.
  ['proof.ts', 'left -= leastPrice(', 'left -= 2 * leastPrice('],
  ['proof.ts', 'from, to) <= left) return false', 'from, to) < left) return false'],
  ['prices.ts', 'sums[first + to]! - sums[first + from]!', 'sums[first + to - 1]! - sums[first + from]!'],
  // Back to tables.
  ['exchange.ts', 'holder[at] !== FREE && holder[at] === holder[at - 1]', 'false'],
  ['exchange.ts', 'who >= 0 && tonight.house', 'tonight.house'],
  ['chain.ts', 'holder === BLOCKED || ', ''],
  ['seating.ts', 'if (board.place[who]! >= 0) lift(board, who);', 'board.place[who] = -1;'],
]; // prettier-ignore

const CHECK = `
import { createSeatingSearch } from '../../packages/engine/src/core/re-seating/seating-search.ts';
import { compare, tallyOf } from './agreement.ts';
import { bookedAfter, HOUSES, requestsOf } from './busy-evenings.ts';
const tally = tallyOf();
for (let seed = 1; seed <= ${HOUSES}; seed++) {
  try { compare(seed, tally); } catch (error) { console.log(String(error.message).split('\\n')[0]); process.exit(1); }
}
const house = HOUSES.find(({ name }) => name.includes('flat'))!;
for (let seed = 1; seed <= 2; seed++) {
  let bookings = [];
  for (const request of requestsOf(house, seed)) {
    const search = createSeatingSearch({ plan: house.plan, bookings, isMovable: (each) => !each.pinned, movesMax: null });
    const answer = search.ask(request.question);
    if (answer.kind === 'undecided') { console.log('undecided'); process.exit(1); }
    if (answer.kind === 'full' && !answer.proven) tally.unproven++;
    bookings = bookedAfter(bookings, request, answer);
  }
}
if (tally.unproven > 0) { console.log('a refusal without a proof'); process.exit(1); }
`;

const copy = mkdtempSync(join(tmpdir(), 're-seating-'));
let unseen = 0;
try {
  cpSync(join(ROOT, CORE), join(copy, CORE), { recursive: true });
  cpSync(join(ROOT, 'test/re-seating'), join(copy, 'test/re-seating'), { recursive: true });
  writeFileSync(join(copy, 'package.json'), '{ "type": "module" }');
  writeFileSync(join(copy, 'test/re-seating/check.ts'), CHECK);
  const sound = check();
  if (sound !== null) throw new Error(`Without a mistake: ${sound}`);
  for (const [file, before, after] of MUTATIONS.filter(([name]) => name.includes(process.argv[2] ?? ''))) {
    const path = join(copy, CORE, 're-seating', file);
    const source = readFileSync(path, 'utf8');
    const isThere = source.includes(before);
    writeFileSync(path, source.replaceAll(before, after));
    const seen = isThere ? check() : null;
    writeFileSync(path, source);
    if (seen === null) unseen++;
    console.log(
      `${isThere ? (seen === null ? 'UNSEEN ' : 'caught ') : 'MISSING'} ${file}: ${before.trim()} -> ${after.trim() || 'nothing'}`,
    );
    if (seen !== null) console.log(`        ${seen}`);
  }
} finally {
  rmSync(copy, { recursive: true });
}
console.log(unseen === 0 ? 'All caught.' : `${unseen} not caught.`);
process.exitCode = unseen === 0 ? 0 : 1;

/** What the comparison finds in the copy; null if it finds nothing. */
function check(): string | null {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(copy, 'test/re-seating/check.ts')], {
    encoding: 'utf8',
    timeout: 120_000,
  });
  if (status === 0) return null;
  return (
    stdout.trim() ||
    stderr
      .trim()
      .split('\n')
      .find((line) => line.includes('Error')) ||
    'no end'
  ).slice(0, 120);
}
