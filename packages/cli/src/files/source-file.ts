import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import {
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  type Pair,
  parseDocument,
  type ScalarTag,
} from 'yaml';
import { Failure } from '../output/failure.ts';

/** The path of a value in a file: `['tables', 2, 'seats']`. */
export type FilePath = readonly (string | number)[];

/** Something that is wrong in a file. */
export interface Fault {
  /** Where it is. */
  readonly path: FilePath;
  /** The fault, without its place. */
  readonly message: string;
  /** The fault is in the last name of the path, not in its value. */
  readonly isNameAtFault?: boolean;
}

/** A file that an operator has written, with the places of its parts. */
export interface SourceFile {
  /** The value in the file. */
  readonly value: unknown;
  /** The faults as one failure: one line for each, `restaurant.yaml:14:12 tables[2].seats: …`, in the order of the file. */
  failure(faults: readonly Fault[]): Failure;
}

/** YAML's own rule also takes `+4681234567` and `007`, which are a phone number and the name of a table. */
const decimal: ScalarTag = {
  tag: 'tag:yaml.org,2002:int',
  default: true,
  test: /^(?:0|-?[1-9]\d*)$/,
  resolve: Number,
};

/** Reads a file of YAML or JSON; `-` is the standard input. Throws {@link Failure} when it cannot be read. */
export async function openSourceFile(path: string): Promise<SourceFile> {
  const { name, bytes } = await readSourceBytes(path);
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new Failure(`${name}: it must be UTF-8 text`);
  }
  return parseSource(name, text);
}

/** The bytes and the name of a file; `-` is the standard input. Throws {@link Failure} if it cannot be read. */
export async function readSourceBytes(
  path: string,
): Promise<{ readonly name: string; readonly bytes: Buffer }> {
  const name = path === '-' ? 'stdin' : path;
  const bytes = await (path === '-' ? buffer(process.stdin) : readFile(path)).catch((error: unknown) => {
    throw new Failure(`${name}: ${whyUnread(error)}. Check the path`);
  });
  return { name, bytes };
}

export function whyUnread(error: unknown): string {
  const why = { ENOENT: 'there is no such file', EISDIR: 'it is a folder', EACCES: 'it may not be read' };
  return why[(error as NodeJS.ErrnoException).code as keyof typeof why] ?? String(error);
}

/** Reads text of YAML or JSON, which is YAML too. Throws {@link Failure} when it is neither. */
export function parseSource(name: string, text: string): SourceFile {
  const counter = new LineCounter();
  const document = parseDocument(text, {
    lineCounter: counter,
    prettyErrors: false,
    customTags: (tags) => [
      decimal,
      ...tags.filter((tag) => typeof tag === 'string' || tag.tag !== decimal.tag),
    ],
  });
  const at = (offset: number): string => {
    const { line, col } = counter.linePos(offset);
    return `${name}:${line}:${col}`;
  };
  if (document.errors.length > 0)
    throw new Failure(
      document.errors.map(({ pos, message }) => `${at(pos[0])}: ${message}`),
      true,
    );

  /** The position of a fault. A single value that is read as a list has no index in the file. */
  function placed(fault: Fault): { readonly fault: Fault; readonly offset: number } {
    const { path, isNameAtFault = false } = fault;
    const steps: (string | number)[] = [];
    let node: Node | null = document.contents;
    let offset = node?.range?.[0] ?? 0;
    let isThere = true;
    for (const [i, step] of path.entries()) {
      if (isAlias(node)) node = node.resolve(document) ?? null;
      if (isThere && step === 0 && !isSeq(node)) continue;
      steps.push(step);
      if (!isThere) continue;
      const pair: Pair | undefined = isMap(node)
        ? node.items.find(({ key }) => String(isScalar(key) ? key.value : key) === step)
        : undefined;
      const isName = isNameAtFault && i === path.length - 1;
      const next = isSeq(node) ? node.items[Number(step)] : isName ? pair?.key : (pair?.value ?? pair?.key);
      isThere = Boolean(next); // a missing part has the position of its parent
      node = (next as Node | undefined) ?? node;
      if (isThere) offset = node?.range?.[0] ?? offset;
    }
    return { fault: { ...fault, path: steps }, offset };
  }

  return {
    value: valueOf(name, document),
    failure(faults) {
      const lines = faults
        .map(placed)
        .toSorted((a, b) => a.offset - b.offset)
        .map(({ fault, offset }) => `${at(offset)}${wordsOf(fault)}`);
      return new Failure([...new Set(lines)], true);
    },
  };
}

function valueOf(name: string, document: Document): unknown {
  try {
    return document.toJS();
  } catch (error) {
    if (error instanceof ReferenceError) throw new Failure(`${name}: ${error.message}`); // its aliases lead nowhere
    throw error;
  }
}

function wordsOf({ path, message }: Fault): string {
  return path.length === 0 ? `: ${message}` : ` ${pathText(path)}: ${message}`;
}

function pathText(path: FilePath): string {
  return path
    .map((step, i) => (typeof step === 'number' ? `[${step}]` : i === 0 ? step : `.${step}`))
    .join('');
}
