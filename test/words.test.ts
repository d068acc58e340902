/** The words rule: names use the project's current terms. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

interface OldWord {
  /** Small letters; several words as they follow each other in a name. */
  readonly words: readonly string[];
  readonly better: string;
  /** Where the word had its old meaning, if it is too ordinary to be looked for elsewhere. */
  readonly home?: RegExp;
}

const STEPS = /^packages\/(?:engine|adapter-pg|adapter-sqlite)\/src\//;
const CALLS = /^packages\/(?:engine|adapter-http)\/src\//;
const CONFORMANCE = /^(?:packages\/cli\/src\/conformance|test\/conformance|test\/load)\//;

const OLD: readonly OldWord[] = [
  { words: ['evening', 'evenings'], better: 'day' },
  { words: ['kept'], better: 'cached, stored, or what it is' },
  { words: ['obstacle'], better: 'unavailableReason' },
  { words: ['seating', 'seatings'], better: 'tableAssignment' },
  { words: ['place', 'places'], better: 'tableOption; address, position, placeholder' },
  { words: ['reach'], better: 'tableAccess; range' },
  { words: ['circumstance', 'circumstances', 'tidings'], better: 'BookingContext, Notifications' },
  { words: ['page', 'pages'], better: 'Snapshot, WorkingSnapshot', home: STEPS },
  { words: ['lane', 'lanes'], better: 'queue' },
  { words: ['bell', 'bells'], better: 'wakeup' },
  { words: ['hand', 'hands', 'take up'], better: 'inFlight, leaseBatch; manual' },
  { words: ['chore', 'chores', 'duty', 'duties', 'keep house'], better: 'maintenance, task, leader lock' },
  { words: ['notice', 'notices'], better: 'Invalidation' },
  { words: ['house', 'houses'], better: 'restaurant, location; Runtime' },
  { words: ['desk', 'stand', 'stands', 'deed', 'deeds'], better: 'MailContext, stats, BookingAction' },
  { words: ['asked'], better: 'RequestInput; request, input' },
  { words: ['call', 'calls'], better: 'OperationContext', home: CALLS },
  { words: ['turn away', 'shortcut', 'refuse', 'refuses'], better: 'shed, fastPath, badRequest' },
  { words: ['asker', 'said', 'objection'], better: 'clientAddress, responseExcerpt, checkWebhookUrl' },
  { words: ['persistently', 'or unavailable'], better: 'withRetry, mapUnavailable' },
  { words: ['told', 'breath'], better: 'toDriverError, yieldToEventLoop; what was told: event, outcome' },
  { words: ['tonight', 'beat', 'beats'], better: 'Instance, segment' },
  { words: ['mover', 'movers', 'newcomer', 'newcomers'], better: 'movable, request' },
  { words: ['chain', 'chains', 'breach', 'breaches'], better: 'ejectionChain, violation' },
  { words: ['proof', 'proofs', 'counting'], better: 'infeasibilityCertificate, capacityBound' },
  { words: ['trial', 'trials', 'scene', 'scenes'], better: 'run, fixture' },
  { words: ['line', 'lines', 'stops'], better: 'client, errors', home: CONFORMANCE },
];

interface Exception {
  readonly names: RegExp;
  readonly files: RegExp;
  readonly why: string;
}

/** Names that use such a word in another meaning: the names, their files, and the meaning there. An exception that is not needed fails, too. */
const EXCEPTIONS: readonly Exception[] = [
  {
    names: /booking_?pages?|pagedLocation/i,
    files: /^packages\/engine\/src\//,
    why: 'the page of a restaurant on which guests book, by the name of the field in the location file',
  },
  {
    names: /last_?seating/i,
    files: /^(?:packages|test)\//,
    why: 'the field’s term for the last start of a period, and a reason on the wire',
  },
  {
    names: /^(?:create)?Seating(?:Search|Answer|Question|SearchOptions)$/,
    files: /^packages\/engine\/src\/(?:core|app)\/|^test\/proof\/seating\/|^bench\//,
    why: 'the search for a way to seat a party',
  },
  {
    names: /^lane$/i,
    files: /^packages\/adapter-pg\/src\/rows\.ts$/,
    why: 'a column of the database',
  },
  { names: /^reSeating$/, files: /^bench\//, why: 'the field’s term re-seating' },
  {
    names: /^seatings$/,
    files: /^packages\/adapter-(?:pg|sqlite)\/src\/\w+\.test\.ts$/,
    why: 'the name of a table of the database',
  },
  {
    names: /^lane$/,
    files: /^packages\/adapter-sqlite\/src\/queues\.ts$/,
    why: 'a parameter of SQL with the name of its column',
  },
  {
    names: /^(?:hands|is_in_hand)$/,
    files: /^packages\/adapter-pg\/src\/locked-queues\.ts$/,
    why: 'columns that a function of the schema returns',
  },
  {
    names: /^said$/,
    files:
      /^packages\/(?:engine\/src\/core\/outbox\/delivery|cli\/src\/output\/webhook-text|adapter-(?:pg|sqlite)\/src\/outbox\.test)\.ts$/,
    why: 'the name of the response excerpt in the databases and in `--json`',
  },
  {
    names: /house|evening|notice/i,
    files:
      /^packages\/adapter-http\/src\/(?:console|i18n)\/|^test\/(?:browser\/console-|support\/console-day\.ts$)/,
    why: 'names of console pages and forms, and notices that a page shows',
  },
  {
    names: /house/i,
    files:
      /^packages\/engine\/src\/(?:app|core\/access|index\.ts|actions\.ts)|^test\/(?:spec\/d44-|proof\/simulation\/members\.ts$)/,
    why: '`HouseCaller`: operator and staff as callers',
  },
  {
    names: /evening/i,
    files: /^packages\/adapter-http\/src\/(?:i18n|guest)\//,
    why: 'the hours from 17:00 on, a heading on guest pages',
  },
  {
    names: /evening/i,
    files:
      /^packages\/(?:cli\/src\/(?:commands|program\.ts|output\/evening|untrusted-text\.test\.ts)|adapter-http\/src\/evening)|^test\/(?:browser\/evening\.test|console\/numeric-tables\.test|support\/day-sheets)\.ts$/,
    why: 'the command `bord evening`, and its page',
  },
  {
    names: /^tonight$/,
    files: /^packages\/cli\/src\/config\/visit-time\.ts$/,
    why: 'a word for a date in options, `tonight`',
  },
  {
    names: /^lanes?$/,
    files:
      /^packages\/(?:engine\/src\/core\/timeline|cli\/src\/output\/evening|adapter-http\/src\/(?:console\/)?evening)\//,
    why: 'the term for parallel tracks of a timeline',
  },
  {
    names: /^(?:printN|n)otice(?:Text)?$/,
    files: /^packages\/(?:cli\/src|adapter-http\/src\/guest)\//,
    why: 'a message that is shown in addition to the answer',
  },
  {
    names: /notice(?:s|Faults)/i,
    files: /^scripts\/|^test\/packages\/third-party\.test\.ts$/,
    why: 'the notices of licences, in THIRD-PARTY-NOTICES.txt',
  },
  {
    names: /^chain$/,
    files: /^test\/(?:proof\/properties|support)\/|round-trip\.test\.ts$/,
    why: 'a method of fast-check',
  },
  {
    names: /^tonight$/,
    files: /^packages\/cli\/src\/(?:commands\/tables|config\/block-time)\.ts$/,
    why: 'the option --tonight',
  },
  {
    names: /page/i,
    files:
      /^packages\/(?:engine|adapter-pg|adapter-sqlite)\/src\/(?:.*\/)?(?:booking-query-cases|booking-store|bookings|guests|inputs\/location|location\/bookings|live-promises|maintenance|maintenance\.test|nightly-tasks|memory-bookings|read-booking(?:\.test)?|read-month(?:\.test)?|read-turns|search-bookings(?:\.test)?|shape-cases|saboteurs\.test|sandbox|storage|tables-and-bookings\.test|visit-cases)\.ts$/,
    why: 'a page of results: bookings, guests or old rows that are read or deleted at a time',
  },
  {
    names: /^(?:pages?|PAGE|pagesOf|full_page_writes)$/,
    files: /^packages\/adapter-pg\/src\/(?:\w+-(?:cost|growth)\.test|inspect|migrate\.test)\.ts$/,
    why: 'a page of PostgreSQL, of its settings or of its documentation',
  },
  {
    names: /^calls?$/,
    files:
      /^packages\/(?:adapter-http\/src\/(?:api|http)|engine\/src\/app\/(?:guest|sign-in))\/.*\.test\.ts$/,
    why: 'a request that a test makes, or a call of a function',
  },
  {
    names: /^lines?$/,
    files: /^packages\/cli\/src\/conformance\/report-text\.ts$|^test\/load\//,
    why: 'a line of text: of a report, a log, or the head of a request',
  },
  {
    names: /^(?:CallToolResult|callTool)$/,
    files: /^packages\/adapter-http\/(?:src\/mcp|test)\//,
    why: 'names of the library of the Model Context Protocol',
  },
];

/** Comments, texts and regular expressions, which contain no names; the delimiters of templates; and names. */
const TOKEN =
  /\/\*[^]*?\*\/|\/\/.*|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|(?<=(?:[(,=:[!&|?{};>]|\breturn)\s*)\/(?:[^/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/|[`{}]|[A-Za-z_$][\w$]*/g;
/** The text of a template until it ends, or a value begins. */
const TEMPLATE = /(?:[^`\\$]|\\[^]|\$(?!\{))*(?:`|\$\{)/y;

/** The names in a source, each once. */
function namesIn(source: string): Set<string> {
  const names = new Set<string>();
  const open: ('block' | 'value')[] = [];
  const tokens = new RegExp(TOKEN);
  for (let token = tokens.exec(source)?.[0]; token; token = tokens.exec(source)?.[0]) {
    if (/^[A-Za-z_$]/.test(token)) names.add(token);
    else if (token === '{') open.push('block');
    else if (token === '`' || (token === '}' && open.pop() === 'value')) {
      TEMPLATE.lastIndex = tokens.lastIndex;
      if (TEMPLATE.exec(source)?.[0].endsWith('{')) open.push('value');
      tokens.lastIndex = TEMPLATE.lastIndex;
    }
  }
  return names;
}

/** `DEAF_BEATS`, `deafBeats`: ` deaf beats ` */
const wordsOf = (name: string): string =>
  ` ${(name.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g) ?? []).join(' ').toLowerCase()} `;

/** The old word that is in a name of a file, if there is one. */
function oldWordIn(name: string, file: string): OldWord | undefined {
  const words = wordsOf(name);
  return OLD.find(
    (old) => old.home?.test(file) !== false && old.words.some((it) => words.includes(` ${it} `)),
  );
}

const root = new URL('..', import.meta.url).pathname;
const names = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter(
    (file) => /^(?:packages|test|bench|scripts|examples)\/.*\.ts$/.test(file) && existsSync(root + file),
  )
  .flatMap((file) =>
    [...namesIn(readFileSync(root + file, 'utf8'))].flatMap((name) => {
      const old = oldWordIn(name, file);
      return old ? [{ name, file, better: old.better }] : [];
    }),
  );

const excepting = ({ name, file }: { name: string; file: string }): readonly Exception[] =>
  EXCEPTIONS.filter((it) => it.names.test(name) && it.files.test(file));

test('things are called by their terms: no name has a word that the project has left', () => {
  const left = names.filter((it) => excepting(it).length === 0);
  expect(left.map(({ name, file, better }) => `${file}: ${name} (better: ${better})`)).toEqual([]);
});

test('every exception is needed', () => {
  const needed = new Set(names.flatMap(excepting));
  expect(EXCEPTIONS.filter((it) => !needed.has(it))).toEqual([]);
});

test('the search for such words finds them in every form of a name, and not in texts, comments and expressions', () => {
  const source = [
    "import { openHouse as open } from './house.ts'; // a house",
    'class QueueInHand { #said = `told ${kept({ lane: `of ${DEAF_BEATS} beats` })} asked`; }',
    'const pattern = /[`\'"] breath/g, is_told = \'a duty\' + "a proof"; /* a trial */',
    'const chained = { handle, standing, dealt, uphold }, lines = calls / pages / 2;',
  ].join('\n');
  const found = (file: string): string[] => [...namesIn(source)].filter((name) => oldWordIn(name, file));
  const everywhere = ['openHouse', 'QueueInHand', 'said', 'kept', 'lane', 'DEAF_BEATS', 'is_told'];
  expect(found('test/a.test.ts')).toEqual(everywhere);
  expect(found('test/load/a.ts')).toEqual([...everywhere, 'lines']);
  expect(found('packages/engine/src/a.ts')).toEqual([...everywhere, 'calls', 'pages']);
});
