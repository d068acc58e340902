/**
 * Makes one file of those of a build that are always loaded together. A bundler cuts a file for every set of entries that share something,
 * and each costs Node a third of a millisecond and 100 KiB: forty of them are an eighth of a start.
 */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, type Plugin } from 'esbuild';

/**
 * Merges files of a folder, and their imports from it, into `name`; files merged before stay unchanged. Each is replaced by one that
 * re-exports from there, for modules that are loaded later.
 */
export async function mergeFiles(
  dist: string,
  name: string,
  files: readonly string[],
  merged: Set<string>,
): Promise<void> {
  const all = withImports(dist, files, merged);
  const exported = all.map((file, i) => namesIn(dist, file).map((its) => ({ its, as: `f${i}_${its}` })));
  const entry = all.map((file, i) => {
    const names = exported[i]!.map(({ its, as }) => `${its} as ${as}`);
    return `export { ${names.join(', ')} } from './${file}';`;
  });
  await bundleInto(dist, name, entry.join('\n'), [...all, ...merged]);
  for (const [i, file] of all.entries()) {
    const names = exported[i]!.map(({ its, as }) => `${as} as ${its}`);
    writeFileSync(join(dist, file), `export { ${names.join(', ')} } from './${name}';\n`);
    rmSync(join(dist, `${file}.map`), { force: true });
    merged.add(file);
  }
}

/** Has a file import what it needs of merged files from where they have gone. */
export async function pointToMerged(dist: string, file: string, merged: ReadonlySet<string>): Promise<void> {
  await bundleInto(dist, file, `import './${file}';`, [file, ...merged]);
}

/** Bundles these files as far as the entry needs them, and leaves all others where they are. */
async function bundleInto(
  dist: string,
  name: string,
  entry: string,
  files: readonly string[],
): Promise<void> {
  const { outputFiles } = await build({
    stdin: { contents: entry, resolveDir: dist },
    outfile: join(dist, name),
    plugins: [only(files)],
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node22',
    sourcemap: true,
    write: false,
    allowOverwrite: true,
  });
  for (const { path, contents } of outputFiles) writeFileSync(path, contents);
}

/** The files with all their direct and indirect imports from the folder. */
function withImports(dist: string, files: readonly string[], merged: ReadonlySet<string>): readonly string[] {
  const found = new Set<string>();
  const visit = (file: string): void => {
    if (found.has(file) || merged.has(file)) return;
    found.add(file);
    for (const imported of importsOf(dist, file)) visit(imported);
  };
  for (const file of files) visit(file);
  return [...found];
}

/** The files of a folder that one of them imports when it is loaded. */
export function importsOf(dist: string, file: string): readonly string[] {
  const imports = /^(?:import|export)\b[^"';]*?"\.\/([^"/]+\.js)";$/gm;
  return [...readFileSync(join(dist, file), 'utf8').matchAll(imports)].map(([, imported]) => imported!);
}

/** The exports of a built file: one statement at its end has all. */
function namesIn(dist: string, file: string): readonly string[] {
  const statements = [
    ...readFileSync(join(dist, file), 'utf8').matchAll(/^export \{([^}]*)\}(?: from .*)?;$/gm),
  ];
  return statements.flatMap(([, names = '']) =>
    names.split(',').flatMap((name) => /(?:^| as )([\w$]+)$/.exec(name.trim())?.[1] ?? []),
  );
}

/** Bundles these files and leaves all others where they are, also what is imported later. */
function only(files: readonly string[]): Plugin {
  return {
    name: 'only',
    setup({ onResolve }) {
      onResolve({ filter: /.*/ }, ({ path, kind }) =>
        kind === 'import-statement' && files.includes(path.replace('./', ''))
          ? undefined
          : { path, external: true },
      );
    },
  };
}
