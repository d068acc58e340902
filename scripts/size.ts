/**
 * Prints the size of the project next to its budgets, each with the way in which it is counted.
 *
 *     node scripts/size.ts [--budgets]     --budgets: exit code 1 when a budget is exceeded
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Node, SyntaxKind } from 'typescript/unstable/ast';
import { API } from 'typescript/unstable/sync';
import { languageFiles } from './needed-files.ts';
import { type Manifest, root } from './packages.ts';
import { entryFiles, readSurface } from './public-surface.ts';

/** One budget. */
interface Budget {
  readonly what: string;
  readonly atMost: number;
  /** How it is counted: a command that can be repeated where there is one. */
  readonly counted: string;
  count(): number;
}

/** Tracked and new files by the patterns of Git. */
function listed(patterns: readonly string[]): readonly string[] {
  const args = ['ls-files', '--cached', '--others', '--exclude-standard', '--', ...patterns];
  const paths = execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n');
  return paths.filter((path) => path !== '' && existsSync(join(root, path)));
}

const linesOf = (path: string): number => readFileSync(join(root, path), 'utf8').split('\n').length - 1;

function lines(patterns: readonly string[], isProduct: boolean): Pick<Budget, 'counted' | 'count'> {
  const names = patterns.map((pattern) => `'${pattern}'`).join(' ');
  const without = isProduct ? String.raw` | grep -v '\.test\.ts$'` : '';
  return {
    counted: `git ls-files -co --exclude-standard ${names}${without} | xargs cat | wc -l`,
    count: () =>
      listed(patterns)
        .filter((path) => !(isProduct && path.endsWith('.test.ts')))
        .reduce((sum, path) => sum + linesOf(path), 0),
  };
}

/** Translations and generated files. Longer files of SQL are not TypeScript. */
const EXEMPT = /\/i18n\/|\.d\.ts$/;

/** The methods of `Storage` and of the interfaces that it is made of. */
function storageMethods(): number {
  const api = new API({ cwd: root });
  try {
    const config = join(root, 'tsconfig.json');
    const project = api.updateSnapshot({ openProjects: [config] }).getProject(config)!;
    const { checker } = project;
    const source = project.program.getSourceFile(join(root, 'packages/engine/src/ports/storage.ts'))!;
    let storage: Node | undefined;
    source.forEachChild((node) => {
      if (node.kind === SyntaxKind.InterfaceDeclaration && 'name' in node) {
        const { text } = node.name as { readonly text?: string };
        if (text === 'Storage') storage = node;
      }
    });
    const symbol = checker.getSymbolAtLocation((storage as Node & { readonly name: Node }).name)!;
    const type = checker.getDeclaredTypeOfSymbol(symbol);
    const methods = (of: typeof type): number =>
      checker
        .getPropertiesOfType(of)
        .filter(({ declarations }) => declarations[0]?.resolve(project)?.kind === SyntaxKind.MethodSignature)
        .length;
    return checker.getPropertiesOfType(type).reduce((sum, property) => {
      const isMethod = property.declarations[0]?.resolve(project)?.kind === SyntaxKind.MethodSignature;
      return sum + (isMethod ? 1 : methods(checker.getTypeOfSymbol(property)!));
    }, 0);
  } finally {
    api.close();
  }
}

/** The packages that `npm install @bord/adapter-http` brings, without those of this project. */
function installedWith(folder: string): number {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    readonly packages: Readonly<Record<string, Partial<Manifest>>>;
  };
  const found = new Set<string>();
  const visit = (path: string): void => {
    for (const name of Object.keys(packages[path]?.dependencies ?? {})) {
      if (name.startsWith('@bord/')) continue;
      let from = path;
      while (from !== '' && !(`${from}/node_modules/${name}` in packages))
        from = from.includes('/node_modules/') ? from.slice(0, from.lastIndexOf('/node_modules/')) : '';
      const at = `${from && `${from}/`}node_modules/${name}`;
      if (found.has(at)) continue;
      found.add(at);
      visit(at);
    }
  };
  visit(folder);
  return found.size;
}

const BUDGETS: readonly Budget[] = [
  {
    what: 'lines of product TypeScript and SQL',
    atMost: 87_000,
    ...lines(['packages/*/src/*.ts', 'packages/*/test-support/*.ts', 'packages/*.sql'], true),
  },
  {
    what: 'lines of tests',
    atMost: 82_000,
    ...lines(['packages/*.test.ts', 'test/*.ts'], false),
  },
  {
    what: 'methods of the storage port',
    atMost: 58,
    counted: 'methods of the interface Storage and of its fields, by the compiler',
    count: storageMethods,
  },
  {
    what: 'names exported by @bord/engine',
    atMost: 280,
    counted: 'names of packages/engine/src/index.ts, by the compiler',
    count: () => {
      const entry = entryFiles('sources').filter(({ module }) => module === '@bord/engine');
      // A namespace is one name.
      return readSurface(entry)[0]!.names.filter(({ name }) => !name.includes('.')).length;
    },
  },
  {
    what: 'TypeScript files of more than 300 lines',
    atMost: 0,
    counted: "git ls-files -co --exclude-standard '*.ts' | xargs wc -l, without i18n/ and *.d.ts",
    count: () => listed(['*.ts']).filter((path) => !EXEMPT.test(path) && linesOf(path) > 300).length,
  },
  {
    what: 'packages that @bord/adapter-http installs',
    atMost: 54,
    counted: 'dependencies of packages/adapter-http in package-lock.json, and theirs',
    count: () => installedWith('packages/adapter-http'),
  },
  {
    what: 'files for a new language',
    atMost: 2,
    counted:
      'files that the compiler reports after a language was added, and new files (scripts/needed-files.ts)',
    count: () => {
      const { changed, added } = languageFiles();
      return changed.length + added.length;
    },
  },
];

const measured = BUDGETS.map((budget) => ({ ...budget, value: budget.count() }));
const width = Math.max(...BUDGETS.map(({ what }) => what.length));
const number = (value: number): string => value.toLocaleString('en').padStart(7);
for (const { what, atMost, counted, value } of measured) {
  const verdict = value <= atMost ? 'ok  ' : 'over';
  console.log(`${verdict}  ${what.padEnd(width)} ${number(value)}  budget ${number(atMost)}  ${counted}`);
}
if (process.argv.includes('--budgets') && measured.some(({ atMost, value }) => value > atMost))
  process.exitCode = 1;
