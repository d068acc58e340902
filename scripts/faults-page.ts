/** The page of hand-written faults: each with its position and the tests that must catch it. */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { ListedFault } from '../test/mutants/run/fault.ts';

/** A storage, a server or a sender with one fault. */
export interface Saboteur {
  readonly name: string;
  readonly caughtBy: string;
}

/** The content of the page. */
export interface FaultRecord {
  readonly faults: readonly ListedFault[];
  /** The subject of each list, by its name. */
  readonly about: ReadonlyMap<string, string>;
  readonly contract: readonly Saboteur[];
  readonly simulation: readonly Saboteur[];
  readonly servers: readonly Saboteur[];
  /** The number of faults in the search for tables. */
  readonly search: number;
}

const NOTE =
  '<!-- Written by scripts/faults.ts from the lists of faults: change those, and run it again. -->';

/** The whole page. */
export function faultsPage({ faults, about, contract, simulation, servers, search }: FaultRecord): string {
  const lists = Object.entries(Object.groupBy(faults, ({ list }) => list));
  const summary: readonly (readonly [string, number, string, string])[] = [
    ['faults in the source', faults.length, 'the named tests', '`npm run mutants`'],
    ['faults in the search for tables', search, 'brute force', '`test/proof/seating/mutations.ts`'],
    [
      'wrong storages',
      contract.length,
      'the storage contract',
      '`npx vitest run packages/engine/src/contract`',
    ],
    [
      'wrong storages in the simulation',
      simulation.length,
      'the simulation',
      '`npx vitest run test/proof/simulation`',
    ],
    ['wrong servers and senders', servers.length, '`bord conformance`', '`npx vitest run test/conformance`'],
  ];
  return `${[
    NOTE,
    '# Hand-written faults, and the tests that catch them',
    `This page is for contributors and lists the planted faults. [Proof](../../docs/explain/proof.md#hand-written-faults) explains them. Each is a likely mistake, and a test must fail with it.`,
    table(
      ['fault', 'number', 'caught by', 'command'],
      summary.map(([what, count, by, command]) => [what, String(count), by, command]),
    ),
    '## Faults in the source',
    'Each is made alone in a copy of the project, and the named tests must fail. With a title, only tests that contain it run.',
    ...lists.flatMap(([list, of = []]) => [
      `### ${list} (${of.length})`,
      about.get(list) ?? '',
      table(
        ['fault', 'file', 'caught by'],
        of.map((fault) => [cell(fault.breaks), code(fault.file), testsOf(fault)]),
      ),
    ]),
    '## Wrong storages',
    'Each must fail a case about its subject, and less than half of the contract.',
    saboteurTable('storage', 'cases about', contract),
    '## Wrong storages in the simulation',
    'The simulation must find each within some histories, with a message of this pattern.',
    saboteurTable('storage', 'found as', simulation),
    '## Wrong servers and senders',
    'Each must fail the named rules, and no other.',
    saboteurTable('server', 'rules', servers),
  ].join('\n\n')}\n`;
}

function saboteurTable(what: string, by: string, saboteurs: readonly Saboteur[]): string {
  return table(
    [what, by],
    saboteurs.map(({ name, caughtBy }) => [cell(name), caughtBy]),
  );
}

function testsOf({ tests, titled }: ListedFault): string {
  const files = tests.map(code).join(', ');
  return titled === undefined ? files : `${files}: ${code(titled)}`;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

/** Text as it is meant, in a table. */
export function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('<', '&lt;').replaceAll(/\s+/g, ' ');
}

/** Inline code in a table. */
export function code(text: string): string {
  return `\`${text.replaceAll('|', '\\|').replaceAll('`', 'ˋ')}\``;
}

/** The head comment of each list in `test/mutants`. */
export function aboutLists(folder: string): Map<string, string> {
  const files = readdirSync(folder).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'));
  return new Map(
    files.map((name) => {
      const [, text = ''] = /^\/\*\*\s*(.*?)\s*\*\//s.exec(readFileSync(join(folder, name), 'utf8')) ?? [];
      return [basename(name, '.ts'), cell(text.replaceAll(/\n\s*\* ?/g, ' '))];
    }),
  );
}

/** The wrong storages of the contract's tests, which no program can load: they are read from the text. */
export function contractSaboteurs(folder: string): Saboteur[] {
  const files = readdirSync(folder).filter((name) => name.endsWith('saboteurs.test.ts'));
  return files.toSorted().flatMap((name) => {
    const text = readFileSync(join(folder, name), 'utf8');
    const namesIn = new Map(
      Array.from(
        text.matchAll(/^const (\w+): Record<string, Sabotage> = \{\n(.*?)^\};/gms),
        ([, list, body]) => [
          list!,
          Array.from(
            body!.matchAll(/^ {2}(?:'([^'\n]+)'|"([^"\n]+)"|(\w+)): /gm),
            ([, a, b, c]) => a ?? b ?? c!,
          ),
        ],
      ),
    );
    const uses = text.matchAll(/^contractDetects\('([^']+)', ([^)]+)\);/gm);
    return Array.from(uses, ([, port, lists]) =>
      lists!
        .match(/\w+/g)!
        .flatMap((list) => (namesIn.get(list) ?? []).map((each) => ({ name: each, caughtBy: port! }))),
    ).flat();
  });
}
