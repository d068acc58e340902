/**
 * Writes the page of hand-written faults, and of the tests that catch each, to `test/mutants/FAULTS.md`.
 *
 *     node --conditions=@bord/source scripts/faults.ts             writes it
 *     node --conditions=@bord/source scripts/faults.ts --check     fails when it is not current
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { readFaults } from '../test/mutants/run/fault.ts';
import { SABOTEURS } from '../test/proof/simulation/saboteurs.ts';
import { EVENTS } from '../test/conformance/wrong-servers/events.ts';
import { NAMED_EVENTS } from '../test/conformance/wrong-servers/named-events.ts';
import type { WrongServer, WrongServers } from '../test/conformance/wrong-servers/wrong-server.ts';
import { aboutLists, code, contractSaboteurs, faultsPage, type Saboteur } from './faults-page.ts';
import { root } from './packages.ts';

const FILE = resolve(root, 'test/mutants/FAULTS.md');
const current = await currentPage();

if (!process.argv.includes('--check')) {
  writeFileSync(FILE, current);
  console.log('Wrote test/mutants/FAULTS.md');
} else if (readFileSync(FILE, 'utf8') !== current) {
  console.error(
    'test/mutants/FAULTS.md is not current: run node --conditions=@bord/source scripts/faults.ts',
  );
  process.exitCode = 1;
}

async function currentPage(): Promise<string> {
  return faultsPage({
    faults: await readFaults(),
    about: aboutLists(resolve(root, 'test/mutants')),
    contract: contractSaboteurs(resolve(root, 'packages/engine/src/contract')),
    simulation: Object.entries(SABOTEURS).map(([name, { guilt }]) => ({
      name,
      caughtBy: code(guilt.source),
    })),
    servers: [...(await wrongServers()), ...[EVENTS, NAMED_EVENTS].flatMap(asSaboteurs)],
    search: searchMistakes(),
  });
}

async function wrongServers(): Promise<Saboteur[]> {
  const folder = resolve(root, 'test/conformance/wrong-servers');
  const found: Saboteur[] = [];
  for (const file of readdirSync(folder).toSorted()) {
    const { wrongServers: list = {} }: { wrongServers?: WrongServers } = await import(join(folder, file));
    found.push(...asSaboteurs(list));
  }
  return found;
}

function asSaboteurs(list: Readonly<Record<string, Pick<WrongServer, 'breaks'>>>): Saboteur[] {
  return Object.entries(list).map(([name, { breaks }]) => ({ name, caughtBy: breaks.map(code).join(', ') }));
}

/** A list in a program that begins to work as soon as it is loaded: its entries are counted in the text. */
function searchMistakes(): number {
  const text = readFileSync(resolve(root, 'test/proof/seating/mutations.ts'), 'utf8');
  const [, body = ''] = /^const MUTATIONS[^=]*= \[\n(.*?)^\];/ms.exec(text) ?? [];
  return body.match(/^ {2}\[/gm)?.length ?? 0;
}
