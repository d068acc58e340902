/** Parses source files with the compiler of the project, without libraries and imports: only the syntax matters here. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { SourceFile } from 'typescript/unstable/ast';
import { API } from 'typescript/unstable/sync';

/** The syntax of each of these files, whose paths are relative to the folder. */
export function parseAll<Result>(
  folder: string,
  files: readonly string[],
  read: (file: string, source: SourceFile) => readonly Result[],
): readonly Result[] {
  if (files.length === 0) return [];
  const temporary = mkdtempSync(join(tmpdir(), 'bord-prose-'));
  const api = new API({ cwd: temporary });
  try {
    const config = join(temporary, 'tsconfig.json');
    const paths = files.map((file) => resolve(folder, file));
    const compilerOptions = { noLib: true, noResolve: true, noEmit: true, types: [] };
    writeFileSync(config, JSON.stringify({ compilerOptions, files: paths }));
    const project = api.updateSnapshot({ openProjects: [config] }).getProject(config);
    if (!project) throw new Error('the compiler cannot open the sources');
    return files.flatMap((file, index) => {
      const source = project.program.getSourceFile(paths[index]!);
      return source ? read(file, source) : [];
    });
  } finally {
    api.close();
    rmSync(temporary, { recursive: true });
  }
}
