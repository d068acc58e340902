import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { basename, join, resolve } from 'node:path';

/** The root of the project. */
export const root = resolve(import.meta.dirname, '../../..');

/** A plausible mistake, and the tests that have to see it. Paths are relative to the root of the project. */
interface Fault {
  readonly file: string;
  /** A text that the file contains exactly once. */
  readonly find: string;
  /** The faulty text. */
  readonly replace: string;
  /** The effect in the product, and who has it. */
  readonly breaks: string;
  /** Test files, at least one of which has to fail. */
  readonly tests: readonly string[];
  /** Runs only the tests whose title this regular expression finds, when the whole files would take long. */
  readonly titled?: string;
}

/** By their names, unique among all lists; `--only` names one. */
export type Faults = Readonly<Record<string, Fault>>;

interface NamedFault extends Fault {
  readonly name: string;
}

/** A fault and its list: the name of the file without its extension. */
export interface ListedFault extends NamedFault {
  readonly list: string;
}

/** All faults of `test/mutants/*.ts`, list by list. */
export async function readFaults(): Promise<ListedFault[]> {
  const folder = join(root, 'test/mutants');
  const lists = readdirSync(folder).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'));
  const faults: ListedFault[] = [];
  for (const file of lists.toSorted()) {
    const list: { faults: Faults } = await import(join(folder, file));
    for (const [name, fault] of Object.entries(list.faults))
      faults.push({ name, ...fault, list: basename(file, '.ts') });
  }
  return faults;
}

/**
 * The file's text with the fault in it.
 *
 * @throws {Error} if the replaced text is missing, or occurs more than once
 */
export function withFault(fault: NamedFault, text: string): string {
  const parts = text.split(fault.find);
  if (parts.length !== 2)
    throw new Error(
      `${fault.name}: what it replaces stands ${parts.length - 1} times in ${fault.file}: ${fault.find}`,
    );
  return parts.join(fault.replace);
}

/** Why a list no longer fits the project; empty when it does. */
export function whatIsWrong(faults: readonly NamedFault[], folder = root): string[] {
  const names = new Set<string>();
  return faults.flatMap((fault) => {
    const wrong: string[] = [];
    if (names.has(fault.name)) wrong.push(`${fault.name}: another fault has this name`);
    names.add(fault.name);
    if (fault.tests.length === 0) wrong.push(`${fault.name}: names no tests`);
    for (const file of [fault.file, ...fault.tests])
      if (!existsSync(join(folder, file))) wrong.push(`${fault.name}: there is no ${file}`);
    if (wrong.length > 0) return wrong;
    const missing = fault.titled === undefined ? [] : wordsNotIn(fault.tests, fault.titled, folder);
    if (missing.length > 0) wrong.push(`${fault.name}: no test is titled with ${missing.join(', ')}`);
    try {
      const faulty = withFault(fault, readFileSync(join(folder, fault.file), 'utf8'));
      if (fault.file.endsWith('.ts')) stripTypeScriptTypes(faulty);
    } catch (error) {
      const { message } = error as Error;
      wrong.push(message.startsWith(fault.name) ? message : `${fault.name}: does not parse: ${message}`);
    }
    return wrong;
  });
}

const CONTRACT = 'packages/engine/src/contract';

/** Words of a title that are in no test and no contract case: titles are composed of parts, so the whole title is not searched. */
function wordsNotIn(tests: readonly string[], titled: string, folder: string): string[] {
  const cases = readdirSync(join(folder, CONTRACT)).filter((name) => name.endsWith('-cases.ts'));
  const files = [...tests, ...cases.map((name) => `${CONTRACT}/${name}`)];
  const text = files.map((file) => readFileSync(join(folder, file), 'utf8')).join('\n');
  return titled.match(/[a-z]{3,}/gi)?.filter((word) => !new RegExp(`\\b${word}\\b`).test(text)) ?? [];
}
