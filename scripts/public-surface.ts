/**
 * The public names of the packages, as the language service of the pinned compiler shows them, with the docstrings of names, fields and
 * methods. Read from the sources, or from the built declarations.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { type Node, SyntaxKind } from 'typescript/unstable/ast';
import { API, type Checker, type Project, type Symbol, SymbolFlags } from 'typescript/unstable/sync';
import {
  BODIES,
  declarationOf,
  headingAt,
  headOf,
  isOurs,
  isPrivate,
  isWithin,
  linksOf,
  nameOf,
  positionOf,
  signatureOf,
  textOf,
} from './declaration.ts';
import { type Manifest, packages, root } from './packages.ts';

/** A name with its docstring. */
export interface Documented {
  /** As it is written: of a field in a field, with both names: `read.location`. */
  readonly name: string;
  /** The docstring in Markdown, as an editor shows it; empty when there is none. */
  readonly text: string;
  /** `@param`, `@throws` and the like: the tag's name and its text. */
  readonly tags: readonly (readonly [name: string, text: string])[];
  /** How it is declared, without bodies and docstrings. */
  readonly signature: string;
  /** Where: `packages/engine/src/engine.ts:31`. */
  readonly position: string;
  /** The link targets of the docstring: `Closure.id`. */
  readonly links: readonly string[];
}

/** A field or method. */
export interface Member extends Documented {
  /** It is written in another declaration, from which this one takes it. */
  readonly isInherited: boolean;
}

/** An exported name, with all that is below it. */
export interface PublicName extends Documented {
  readonly kind: 'interface' | 'class' | 'type' | 'function' | 'constant' | 'namespace';
  /** The declaration with its docstrings if they are inseparable: of types, functions and constants. */
  readonly code: string;
  /** The heading of its entry, such as `What is booked`; empty without one. */
  readonly heading: string;
  readonly members: readonly Member[];
}

/** A public entry of a package: what its users import. */
export interface Entry {
  /** `@bord/engine/storage`. */
  readonly module: string;
  /** The head comment of its file. */
  readonly text: string;
  /** In the order of the file. */
  readonly names: readonly PublicName[];
}

/** The module and the file of an entry. */
export interface EntryFile {
  readonly module: string;
  readonly file: string;
}

/** The entries of all packages: their sources, or their declarations in `dist`. */
export function entryFiles(of: 'sources' | 'declarations'): readonly EntryFile[] {
  return packages.flatMap(({ name, folder }) => {
    const { exports }: Manifest = JSON.parse(readFileSync(resolve(folder, 'package.json'), 'utf8'));
    return Object.entries(exports).flatMap(([path, { types }]) => {
      if (types === undefined) return [];
      const source = types.replace('/dist/', '/src/').replace(/\.d\.ts$/, '.ts');
      return [{ module: name + path.slice(1), file: resolve(folder, of === 'sources' ? source : types) }];
    });
  });
}

/** Asks the compiler about these files. */
export function readSurface(files: readonly EntryFile[], conditions?: readonly string[]): readonly Entry[] {
  const folder = mkdtempSync(join(tmpdir(), 'bord-surface-'));
  const api = new API({ cwd: root });
  try {
    const config = join(folder, 'tsconfig.json');
    writeFileSync(
      config,
      JSON.stringify({
        extends: resolve(root, 'tsconfig.json'),
        compilerOptions: {
          typeRoots: [resolve(root, 'node_modules/@types')],
          ...(conditions && { customConditions: conditions }),
        },
        include: [],
        files: files.map(({ file }) => file),
      }),
    );
    const project = api.updateSnapshot({ openProjects: [config] }).getProject(config);
    if (!project) throw new Error('the compiler does not open the project');
    return files.map((entry) => new EntryReader(project).read(entry));
  } finally {
    api.close();
    rmSync(folder, { recursive: true });
  }
}

/** A path without its ending: declarations name the modules that were built from them. */
const stemOf = (file: string): string => file.replace(/(?:\.d)?\.[jt]s$/, '');

class EntryReader {
  readonly #project: Project;
  readonly #checker: Checker;

  constructor(project: Project) {
    this.#project = project;
    this.#checker = project.checker;
  }

  read({ module, file }: EntryFile): Entry {
    const source = this.#project.program.getSourceFile(file);
    const symbol = source && this.#checker.getSymbolAtLocation(source);
    if (!source || !symbol) throw new Error(`${file} exports nothing: run npm run build`);
    const stars = [...source.text.matchAll(/^export \* from '([^']+)'/gm)].map(({ 1: path, index }) => ({
      file: stemOf(resolve(dirname(file), path!)),
      index,
    }));
    /** Where the entry exports a name: its own specifier, or the `export *` of the file that has it. */
    const positionIn = (exported: Symbol): number => {
      const node = exported.declarations[0]?.resolve();
      const from = node?.getSourceFile().fileName;
      if (from === source.fileName) return node!.pos;
      const star = from === undefined ? undefined : stars.find((one) => one.file === stemOf(from));
      if (!star) throw new Error(`${file}: no statement exports ${exported.name}`);
      return star.index;
    };
    const order = (exported: Symbol): number => exported.declarations[0]?.index ?? 0;
    const names = this.#checker
      .getExportsOfModule(symbol)
      .map((exported) => ({ exported, position: positionIn(exported) }))
      .toSorted((a, b) => a.position - b.position || order(a.exported) - order(b.exported))
      .flatMap(({ exported, position }) => {
        const heading = headingAt(source.text, position);
        return this.#exported(exported, exported.name).map((name) => ({ ...name, heading }));
      });
    return { module, text: headOf(source.text), names };
  }

  /** One name; for a namespace, also each of its names. */
  #exported(exported: Symbol, name: string): PublicName[] {
    const isAlias = (exported.flags & SymbolFlags.Alias) !== 0;
    const symbol = isAlias ? this.#checker.getAliasedSymbol(exported) : exported;
    const node = declarationOf(symbol);
    if (node.kind !== SyntaxKind.SourceFile)
      return [
        {
          ...this.#documented(symbol, name, node),
          kind: KINDS[node.kind] ?? 'constant',
          code: signatureOf(node, true),
          heading: '',
          members: this.#membersOf(symbol, node),
        },
      ];
    const head: PublicName = {
      name,
      text: headOf(node.getSourceFile().text),
      tags: [],
      signature: `namespace ${name}`,
      position: positionOf(node),
      links: [],
      kind: 'namespace',
      code: '',
      heading: '',
      members: [],
    };
    const inner = this.#checker.getExportsOfModule(symbol);
    return [head, ...inner.flatMap((one) => this.#exported(one, `${name}.${one.name}`))];
  }

  #documented(symbol: Symbol, name: string, node: Node): Documented {
    return {
      name,
      text: symbol.getDocumentationComment(this.#checker).trim(),
      tags: symbol.getJsDocTags(this.#checker).map((tag) => [tag.name, textOf(tag.text)] as const),
      signature: signatureOf(node),
      position: positionOf(node),
      links: linksOf(node),
    };
  }

  /** The members within the declaration, and those it takes from other types. */
  #membersOf(symbol: Symbol, declaration: Node): readonly Member[] {
    const members: Member[] = [];
    const positions = new Set<string>();
    const add = (member: Symbol, name: string, node: Node): void => {
      const documented = this.#documented(member, name, node);
      if (positions.has(documented.position + name)) return;
      positions.add(documented.position + name);
      members.push({ ...documented, isInherited: !isWithin(node, declaration) });
    };
    const visit = (node: Node, path: string): void => {
      if (BODIES.has(node.kind) || isPrivate(node)) return;
      const inner = nameOf(node);
      const member = inner && MEMBERS.has(node.kind) ? this.#checker.getSymbolAtLocation(inner) : undefined;
      const name = member ? `${path}${path && '.'}${member.name}` : path;
      if (member) add(member, name, node);
      node.forEachChild((child) => visit(child, name));
    };
    declaration.forEachChild((child) => visit(child, ''));
    if ((symbol.flags & TYPES) !== 0) {
      const type = this.#checker.getDeclaredTypeOfSymbol(symbol);
      for (const property of this.#checker.getPropertiesOfType(type)) {
        const node = property.declarations[0]?.resolve(this.#project);
        if (node && isOurs(node) && !isPrivate(node) && !isWithin(node, declaration))
          add(property, property.name, node);
      }
    }
    return members;
  }
}

const KINDS: Readonly<Partial<Record<SyntaxKind, PublicName['kind']>>> = {
  [SyntaxKind.InterfaceDeclaration]: 'interface',
  [SyntaxKind.ClassDeclaration]: 'class',
  [SyntaxKind.TypeAliasDeclaration]: 'type',
  [SyntaxKind.FunctionDeclaration]: 'function',
};

const TYPES = SymbolFlags.Interface | SymbolFlags.TypeAlias | SymbolFlags.Class;

const MEMBERS: ReadonlySet<SyntaxKind> = new Set([
  SyntaxKind.PropertySignature,
  SyntaxKind.MethodSignature,
  SyntaxKind.PropertyDeclaration,
  SyntaxKind.MethodDeclaration,
  SyntaxKind.GetAccessor,
]);
