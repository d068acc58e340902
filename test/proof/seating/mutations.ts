/**
 * Checks the tests of the search. Each mutation puts one fault into a copy of the sources; the comparison with brute force must then find a
 * disagreement, a broken rule or a crash.
 *
 *     node --conditions=@bord/source test/proof/seating/mutations.ts [part of a file's name | --sample]
 *
 * All of them take some minutes; a sample, tried on fewer restaurants, takes some seconds. Exit code 1 if a fault is not detected, or if the text
 * it replaces no longer exists.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../../..');
const CORE = 'packages/engine/src/core';
const IS_SAMPLE = process.argv[2] === '--sample';
const ROUNDS = IS_SAMPLE ? 500 : 4000;
/** The number of days of each larger restaurant. */
const DAYS = IS_SAMPLE ? 0 : 4;

/** The sample has the first mutation of each of these files: from the instance, over the program and its proofs, back to tables. */
const SAMPLED = [
  'instance.ts',
  'strays.ts',
  'classes.ts',
  'capacity-bound.ts',
  'program.ts',
  'simplex.ts',
  'sparse-lu.ts',
  'infeasibility-certificate.ts',
  'dominance.ts',
  'seating.ts',
];

/** File, sound code, and fault. */
const MUTATIONS: readonly (readonly [file: string, sound: string, mistaken: string])[] = [
  // Held tables by time.
  ['instance.ts', 'return Math.min(edgesUpTo(edges, ms - 1)', 'return Math.min(edgesUpTo(edges, ms)'],
  ['instance.ts', 'edgesUpTo(edges, ms) - 1)', 'edgesUpTo(edges, ms - 1) - 1)'],
  ['instance.ts', 'if (isMovable(booking) &&', 'if ('],
  ['strays.ts', "tableAccess", "'all'"],
  ['strays.ts', 'if (strays.length === 0) return floor;', 'if (strays.length >= 0) return floor;'],
  ['strays.ts', 'return kind.admits[tableOption] ? kind : floor.kindStaying(kind, tableOption)', 'return kind'],
  ['strays.ts', 'for (const table of known) taken.add(table);', ''],
  ['board.ts', 'at < table * segments + to[who]!; at++', 'at < table * segments + to[who]! - 1; at++'],
  ['board.ts', 'board.tableOption[who] = change >= 0 ? -1 : -1 - change;', ''],
  // Places and classes.
  ['floor.ts', '${seatsMin}-${seatsMax}-${online}', '${seatsMax}-${online}'],
  ['floor.ts', '-${online}${', '${'],
  ['floor.ts', '${tableOptions[optionOfTable[i]!]!.seasonKey}`', '`'],
  ['floor.ts', 'word & ~out[i]!', 'word'],
  ['instance.ts', 'tableOption[i], outOfSeasonAt(movable.startMs))', 'tableOption[i], null)'],
  ['instance.ts', 'outOfSeasonAt(movable.startMs))', 'outOfSeasonAt(bookings[0]!.startMs))'],
  ['strays.ts', 'outOfSeasonAt(booking.startMs)', 'null'],
  ['classes.ts', 'if (instance.holder[table * segments + segment] !== BLOCKED)', 'if (table >= 0)'],
  ['classes.ts', 'Math.min(open.length, Math.floor(', 'Math.min(open.length - 1, Math.floor('],
  ['classes.ts', 'if (isConcerned(table))', 'if (isConcerned(table) && !floor.combined[table])'],
  ['classes.ts', 'who === BLOCKED ||', ''],
  ['classes.ts', 'for (const c of classes)', 'for (const c of classes.slice(0, 1))'],
  // Counting.
  ['capacity-bound.ts', '>= room[', '+ 1 >= room['],
  ['capacity-bound.ts', '=> within(option, closed) >= uses)', '=> within(option, closed) >= 0)'],
  [
    'capacity-bound.ts',
    'optionsOf(kinds[i]!).every(',
    'optionsOf(kinds[i]!).filter((option) => optionsOf(kinds[movables.length]!).includes(option)).every(',
  ],
  ['capacity-bound.ts', 'if (options.every(', 'if (options.some('],
  // The program.
  ['program.ts', 'enter(program.start[booking]!.classes, -1);', ''],
  ['program.ts', 'classes[0]! * width : -1', 'classes[0]! * width + 1 : -1'],
  ['program.ts', 'if (to[request]! < segments) limits', 'if (to[request]! < 0) limits'],
  ['program.ts', '.fill(1, nodes)', '.fill(2, nodes)'],
  // The simplex method.
  ['pricing.ts', 'if (pays <= LITTLE ||', 'if (pays <= 1.5 ||'],
  ['pricing.ts', 'let slope = -today;', 'let slope = today;'],
  ['pricing.ts', '|| held[variable] !== 0) continue', ') continue'],
  ['simplex.ts', 'cost[basis.variables[at]!] = -ratio;', 'cost[basis.variables[at]!] = ratio;'],
  ['simplex.ts', 'values[other]! -= amount * changes', 'values[other]! += amount * changes'],
  ['simplex.ts', 'held[rows + column] = 1;', 'held[rows + column] = 0;'],
  ['basis.ts', 'position[variables[at]!] = -1;', ''],
  ['basis.ts', 'amounts[changes.others[q]!]! -= amount', 'amounts[changes.others[q]!]! += amount'],
  ['basis.ts', '(rankOf[node] === rankOf[node + 1] ? sum : 0)', 'sum'],
  ['sparse-lu.ts', 'value -= upper.values[q]!', 'value += upper.values[q]!'],
  ['sparse-lu.ts', 'lower.values.push(below / value);', 'lower.values.push(below);'],
  ['branch.ts', 'basis.values[at]! > 0.5', 'basis.values[at]! > 1.5'],
  // Proofs.
  ['infeasibility-certificate.ts', 'left -= leastPrice(', 'left -= 2 * leastPrice('],
  ['infeasibility-certificate.ts', 'from, to) <= left) return false', 'from, to) < left) return false'],
  ['infeasibility-certificate.ts', 'left += each[at]! * room[at]!', 'left += each[at]!'],
  ['remembered-prices.ts', 'segmentFrom(edges, startsMs[at]!)', 'segmentFrom(edges, startsMs[at]!) + 1'],
  ['prices.ts', 'toTheEnd[c * width + to]!', 'toTheEnd[c * width + to - 1]!'],
  // The cache.
  ['dominance.ts', 'refusal.from < from || refusal.to > to', 'false'],
  ['dominance.ts', '!isAmong(kind, refusal.kind)', '!isAmong(refusal.kind, kind)'],
  ['other-plans.ts', 'copy.holder.fill(FREE,', 'copy.holder.fill(request,'],
  // Back to tables.
  ['exchange.ts', 'holder[at] !== FREE && holder[at] === holder[at - 1]', 'false'],
  ['exchange.ts', 'who >= 0 && instance.floor', 'instance.floor'],
  ['ejection-chain.ts', 'holder === BLOCKED ||', ''],
  ['seating.ts', 'if (board.tableOption[who]! >= 0) lift(board, who);', 'board.tableOption[who] = -1;'],
]; // prettier-ignore

/**
 * Brute force on small restaurants, and the answers for whole days of larger ones, booked by best fit: a decided question has one right
 * answer, so any difference to the sound search is a fault.
 */
const CHECK = `
import { createSeatingSearch } from '../../../packages/engine/src/core/seating/solver/seating-search.ts';
import { newMemory } from '../../../packages/engine/src/core/seating/solver/arrangements.ts';
import { compare, tallyOf } from './agreement.ts';
import { bookedAfter, HARD_RESTAURANT, RESTAURANTS, questionsOfADay, requestsOf } from './busy-days.ts';
import { inverseError } from './inverse.ts';

const tally = tallyOf();
try {
  for (let seed = 1; seed <= ${ROUNDS}; seed++) compare(seed, tally);
} catch (error) {
  console.log(String(error.message).split('\\n')[0]);
  process.exit(1);
}
const answers = { seated: 0, full: 0, unproven: tally.unproven, undecided: 0 };
for (const restaurant of RESTAURANTS.filter(({ name }) => name.includes('4 classes') || name.includes('7 overlapping'))) {
  const { plan } = restaurant;
  for (let seed = 1; seed <= ${DAYS}; seed++) {
    let bookings = [];
    const search = (movesMax) => createSeatingSearch({ plan, bookings, isMovable: (each) => !each.pinned, movesMax });
    for (const request of requestsOf(restaurant, seed))
      bookings = bookedAfter(bookings, request, search(0).ask(request.question));
    const error = inverseError(plan, bookings, questionsOfADay());
    if (!(error < 1e-6)) { console.log('the inverse is wrong'); process.exit(1); }
    const day = search(null);
    for (const question of questionsOfADay()) {
      const answer = day.ask(question);
      answers[answer.kind === 'full' && !answer.proven ? 'unproven' : answer.kind]++;
    }
  }
}
{
  const { plan } = HARD_RESTAURANT;
  let bookings = [];
  const memory = newMemory();
  const search = (movesMax) => createSeatingSearch({ plan, bookings, isMovable: (each) => !each.pinned, movesMax, memory: () => memory });
  for (const request of requestsOf(HARD_RESTAURANT, 1))
    bookings = bookedAfter(bookings, request, search(0).ask(request.question));
  const day = search(null);
  answers.hard = 0;
  for (const question of questionsOfADay([3, 5])) {
    const answer = day.ask(question);
    if (answer.kind === 'seated') answers.hard += 1 + answer.reseatings.length;
  }
  answers.steps = day.steps;
  // All tables are booked at five. Then one booking is cancelled, and cached results must not reject the next party.
  const five = questionsOfADay([3]).find(({ startMs }) => startMs === 5 * 3_600_000);
  for (let nth = 0; nth < 20; nth++) {
    const answer = search(null).ask(five);
    if (answer.kind !== 'seated') break;
    bookings = bookedAfter(bookings, { id: 'three' + nth, question: five, pinned: false, cancels: null }, answer);
  }
  const full = search(null).ask(five).kind;
  const crowded = bookings;
  let stillFull = 0;
  for (let nth = 0; nth < 8; nth++) {
    bookings = crowded.toSpliced(nth * 20, 1);
    const later = search(null);
    if (later.ask(five).kind === 'full') stillFull++;
    answers.steps += later.steps;
  }
  bookings = crowded.slice(0, -1);
  const room = search(null).ask(five).kind;
  if (memory.refusals.length === 0 || full !== 'full' || stillFull === 0 || room !== 'seated') {
    console.log('rejected a party that fits, or seated one that does not: ' + [full, stillFull, room]);
    process.exit(1);
  }
  answers.stillFull = stillFull;
}
console.log(JSON.stringify(answers));
`;

const copy = mkdtempSync(join(tmpdir(), 're-seating-'));
let unseen = 0;
try {
  cpSync(join(ROOT, CORE), join(copy, CORE), { recursive: true });
  cpSync(join(ROOT, 'test/proof/seating'), join(copy, 'test/proof/seating'), { recursive: true });
  writeFileSync(join(copy, 'package.json'), '{ "type": "module" }');
  writeFileSync(join(copy, 'test/proof/seating/check.ts'), CHECK);
  const sound = check();
  if (!sound.startsWith('{')) throw new Error(`Without a mistake: ${sound}`);
  console.log(`sound   ${sound}`);
  for (const [file, before, after] of chosen(process.argv[2] ?? '')) {
    const path = join(copy, CORE, 'seating/solver', file);
    const source = readFileSync(path, 'utf8');
    const isThere = source.includes(before);
    writeFileSync(path, source.replaceAll(before, after));
    const verdict = isThere ? check() : sound;
    writeFileSync(path, source);
    if (verdict === sound) unseen++;
    console.log(
      `${isThere ? (verdict === sound ? 'UNSEEN ' : 'caught ') : 'MISSING'} ${file}: ${before.trim()} -> ${after.trim() || 'removed'}`,
    );
    if (verdict !== sound) console.log(`        ${verdict}`);
  }
} finally {
  rmSync(copy, { recursive: true });
}
console.log(unseen === 0 ? 'All caught.' : `${unseen} not caught.`);
process.exitCode = unseen === 0 ? 0 : 1;

/** The mutations to be tried: of some files, or the sample. */
function chosen(wanted: string): typeof MUTATIONS {
  if (IS_SAMPLE) return SAMPLED.map((name) => MUTATIONS.find(([file]) => file === name)!);
  return MUTATIONS.filter(([file]) => file.includes(wanted));
}

/** The answers of the copy's search, or its error. */
function check(): string {
  const { stdout, stderr } = spawnSync(process.execPath, [join(copy, 'test/proof/seating/check.ts')], {
    encoding: 'utf8',
    timeout: 120_000,
  });
  const error = stderr.split('\n').find((line) => line.includes('Error'));
  return (stdout.trim() || error || 'no answer').slice(0, 120);
}
