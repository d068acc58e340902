/** Records all outputs of a version into a folder: help, commands, pages, mails, the OpenAPI document and the answers on the wire. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from '../../../scripts/packages.ts';
import { recordCommands, recordHelp, type Take } from './commands.ts';
import { normalised } from './normalise.ts';
import { recordPages } from './pages.ts';
import { Program } from './program.ts';
import { recordWire } from './wire.ts';

/** The number of files. @param tree the root of the version */
export async function record(tree: string, folder: string): Promise<number> {
  let count = 0;
  const take: Take = (name, text) => {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, normalised(text.replaceAll(tree, '<tree>')));
    count += 1;
  };
  const programs: Program[] = [];
  const program = (of = tree, env?: Readonly<Record<string, string>>): Program => {
    const made = new Program(of, env);
    programs.push(made);
    return made;
  };
  try {
    await Promise.all([
      recordHelp(program(), take),
      recordCommands(program(), 'table', take),
      recordCommands(program(), 'json', take),
      recordPages(program(), take).then(() => recordWire(program(), program(root), take)),
    ]);
  } finally {
    for (const { folder: scratch } of programs) rmSync(scratch, { recursive: true, force: true });
  }
  return count;
}
