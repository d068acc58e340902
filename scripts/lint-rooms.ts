/** The lint rule `bord/rooms`: which folders of a package's `src` may import each other. `.oxlintrc.json` has the table. */
import { dirname, relative, resolve } from 'node:path';

/**
 * The rooms of each package: folders of its `src`, each with the rooms and files that it may import. Files next to the rooms, such as
 * `index.ts`, may import all of them. No file imports what is outside `src` by its path.
 */
export type Rooms = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;

interface Importing {
  readonly source?: { readonly value: unknown } | null;
}

interface Context {
  readonly filename: string;
  readonly options: readonly unknown[];
  report(problem: { readonly node: unknown; readonly message: string }): void;
}

const rooms = {
  meta: { schema: false }, // test/gates/rooms.test.ts checks the table
  create(context: Context) {
    const [, src, name, file] = /^(.*\/packages\/([\w-]+)\/src)\/(.*)$/.exec(context.filename) ?? [];
    if (src === undefined || name === undefined || file === undefined) return {};
    const ofPackage = (context.options[0] as Rooms)[name] ?? {};
    const [room, under] = Object.entries(ofPackage).find(([it]) => file.startsWith(`${it}/`)) ?? [];
    const allowed = room === undefined || under === undefined ? null : [room, ...under];
    const check = ({ source }: Importing): void => {
      const path = source?.value;
      if (typeof path !== 'string' || !path.startsWith('.')) return;
      const target = relative(src, resolve(dirname(context.filename), path));
      const isAllowed = allowed?.some((it) => target === it || target.startsWith(`${it}/`));
      if (isAllowed ?? !target.startsWith('..')) return;
      const may = allowed ? `${room}/ may import ${allowed.join(', ')}` : 'src/ may import its own files';
      context.report({ node: source, message: `${may}, not ${target} (bord/rooms in .oxlintrc.json).` });
    };
    return {
      ImportDeclaration: check,
      ImportExpression: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
    };
  },
};

export default { meta: { name: 'bord' }, rules: { rooms } };
