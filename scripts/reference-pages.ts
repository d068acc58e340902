import type { Documented, Entry, Member, PublicName } from './public-surface.ts';

/**
 * The pages of the reference, by file name. A name of several entries is described in the first one; the others link to it.
 */
export function referencePages(
  entries: readonly Entry[],
  others: readonly IndexRow[],
): ReadonlyMap<string, string> {
  const pages = new Map([['README.md', indexPage(entries, others)]]);
  const homes = new Map<string, string>();
  for (const entry of entries) pages.set(fileOf(entry), entryPage(entry, homes));
  return pages;
}

/** `@bord/engine/storage` is `engine-storage.md`. */
function fileOf({ module }: Entry): string {
  return `${module.replace('@bord/', '').replaceAll('/', '-')}.md`;
}

const NOTE = '<!-- Written by scripts/reference.ts from the docstrings: change those, and run it again. -->';

/** A page that is not about a module, in the index. */
export type IndexRow = readonly [file: string, title: string, content: string];

function indexPage(entries: readonly Entry[], others: readonly IndexRow[]): string {
  const rows = entries.map((entry) => {
    const names = entry.names.filter(({ name }) => !name.includes('.'));
    return `| [\`${entry.module}\`](${fileOf(entry)}) | ${oneLine(entry.text)} | ${names.length} |`;
  });
  return `${NOTE}

# Reference

This page lists the reference pages. A script writes them from the sources, and a test fails when a page is not current.

| page | content |
| --- | --- |
${others.map(([file, title, content]) => `| [${title}](${file}) | ${content} |`).join('\n')}

## Library

Each page lists the public names of one module with their docstrings, which editors show too.

| module | purpose | names |
| --- | --- | --- |
${rows.join('\n')}
`;
}

/** @param homes where names are described already, by the place of their declaration; those of this page are added */
function entryPage(entry: Entry, homes: Map<string, string>): string {
  const file = fileOf(entry);
  const parts: string[] = [`${NOTE}\n\n# \`${entry.module}\``, entry.text];
  let heading = '';
  for (const name of entry.names) {
    if (name.heading !== heading) parts.push(`## ${(heading = name.heading)}`);
    const level = heading === '' ? '##' : '###';
    const [owner, inner] = name.name.split('.');
    if (inner !== undefined) {
      parts.push(
        bullet(name, `${inner}${name.signature.slice(name.signature.indexOf(inner) + inner.length)}`, 0),
      );
      continue;
    }
    const home = homes.get(name.position);
    if (home !== undefined) {
      const [, as] = home.split('#');
      parts.push(
        `${level} ${owner}`,
        `See [\`${name.name}\`](${home})${as === anchorOf(name.name) ? '' : `, there \`${as}\``}.`,
      );
      continue;
    }
    homes.set(name.position, `${file}#${anchorOf(name.name)}`);
    parts.push(...sectionOf(name, level));
  }
  return `${joined(parts)}\n`;
}

/** Bullets follow each other without an empty line. */
function joined(parts: readonly string[]): string {
  return parts
    .map((part, i) => {
      if (i === 0) return part;
      const isList = part.trimStart().startsWith('- ') && parts[i - 1]!.trimStart().startsWith('- ');
      return (isList ? '\n' : '\n\n') + part;
    })
    .join('');
}

function sectionOf(name: PublicName, level: string): string[] {
  const head = [`${level} ${name.name}`, ...proseOf(name)];
  if (name.kind === 'namespace') return head;
  if (name.kind === 'interface' || name.kind === 'class') {
    const opening = oneLine(name.signature.slice(0, name.signature.indexOf('{'))).replace(
      /^export (?:declare )?/,
      '',
    );
    const isPlain = opening === `${name.kind} ${name.name}`;
    return [
      ...head,
      ...(isPlain ? [] : [`\`${opening}\``]),
      ...name.members.map((member) => memberOf(member)),
    ];
  }
  const code = `\`\`\`typescript\n${codeOf(name)}\n\`\`\``;
  const inherited = name.members.filter(({ isInherited }) => isInherited);
  return [head[0]!, code, ...head.slice(1), ...inherited.map((member) => memberOf(member))];
}

/** The declaration; of a constant whose type is written, that instead of its value. */
function codeOf({ kind, code }: PublicName): string {
  if (kind !== 'constant') return code.replace(/^export (?:declare )?/, '');
  return `const ${code.replace(/^([\w$]+: .*?) = .*/s, '$1')}`;
}

function memberOf(member: Member): string {
  const depth = member.name.split('.').length - 1;
  return bullet(member, member.signature, depth);
}

function bullet(documented: Documented, signature: string, depth: number): string {
  const indent = '  '.repeat(depth);
  const code = oneLine(signature)
    .replace(/^(?:override |readonly |static )+/, '')
    .replace(/[;,]$/, '')
    .replaceAll('readonly ', '');
  const prose = proseOf(documented).join('\n\n');
  const lines = prose.split('\n').map((line) => (line === '' ? '' : `${indent}  ${line}`));
  return [`${indent}- \`${code}\`  `, ...lines].join('\n');
}

/** The docstring, its links as code, and its tags. */
function proseOf({ text, links, tags }: Documented): string[] {
  const linked = links.reduce(
    (prose, link) =>
      prose.replace(new RegExp(`(?<![\\w\`.])${link.replaceAll('.', '\\.')}(?![\\w\`(])`), `\`${link}\``),
    unwrapped(text),
  );
  const parts = tags.flatMap(([name, value]) => {
    const prose = unwrapped(value).replaceAll(/\{@link ([^}]+)\}/g, '`$1`');
    if (name === 'param') return [`- ${prose.replace(/^(\w+)\s*/, '`$1`: ')}`];
    if (name === 'throws') return [`Throws ${prose.replace(/^\{?(\w+)\}?/, '`$1`')}.`];
    if (name === 'returns') return [`Returns ${prose}.`];
    return [];
  });
  const params = parts.filter((part) => part.startsWith('- ')).join('\n');
  const others = parts.filter((part) => !part.startsWith('- '));
  return [linked, params, ...others].filter((part) => part !== '');
}

/** Lines of one paragraph in one line; lists and code stay as they are. */
function unwrapped(text: string): string {
  return text
    .trim()
    .split(/(```\w*\n.*?\n```)/s)
    .map((part) =>
      part.startsWith('```')
        ? part.replace(/^```ts\n/, '```typescript\n')
        : part.replaceAll(/(?<!\n)\n(?!\n|\s*- |$)/g, ' '),
    )
    .join('');
}

function oneLine(text: string): string {
  return text
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/([([]) | ([)\]])/g, '$1$2')
    .replaceAll(/,([)\]])/g, '$1')
    .replaceAll('; }', ' }')
    .trim();
}

/** As GitHub makes it of a heading. */
function anchorOf(name: string): string {
  return name.toLowerCase();
}
