import { existsSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/**
 * The modules from which declarations take types, those that they import included: what a consumer's compiler has to find. Node's own
 * and the packages of this workspace are left out.
 *
 * @param entries paths of `.d.ts` files
 * @returns by module, the file that takes it, sorted
 */
export function foreignTypes(entries: readonly string[]): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const seen = new Set<string>();
  const visit = (file: string): void => {
    if (seen.has(file)) return;
    seen.add(file);
    if (!existsSync(file)) throw new Error(`${file} is not there: run npm run build`);
    for (const module of modulesIn(readFileSync(file, 'utf8'))) {
      if (module.startsWith('.')) visit(resolve(dirname(file), module.replace(/\.[jt]s$/, '.d.ts')));
      else if (!/^(?:node:|@bord\/)/.test(module) && !found.has(module)) found.set(module, file);
    }
  };
  entries.forEach(visit);
  return new Map([...found].toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** The modules that a declaration file imports, re-exports or refers to. */
function modulesIn(text: string): string[] {
  const code = text.replaceAll(/\/\*.*?\*\//gs, '');
  const taken = [...code.matchAll(/\b(?:from|import)\s*\(?\s*['"]([^'"]+)['"]/g)];
  const referred = [...text.matchAll(/^\/\/\/ <reference types="([^"]+)"/gm)];
  return [...taken, ...referred].map(([, module]) => module!);
}
