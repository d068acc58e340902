import type { Letter, Part } from './letter.ts';

const WIDTH = 72;

/** A letter as plain text of at most 72 columns. Links and commands are never broken. */
export function letterText({ parts }: Letter): string {
  return `${parts.map(partText).join('\n\n')}\n`;
}

const SETTERS: { readonly [K in Part['kind']]: (part: Part & { kind: K }) => string } = {
  text: ({ text }) => wrapped(text),
  note: ({ text }) => wrapped(text),
  facts: ({ head, lines }) => [head, ...lines].map((line) => wrapped(line, { indent: '  ' })).join('\n'),
  action: ({ lead, url }) => `${wrapped(lead)}\n${url}`,
  command: ({ does, command }) => `${wrapped(does)}\n  ${command}`,
  contact({ name, address, phone, email }) {
    const reached = [phone, email].flatMap((it) => (it ? [`${it.label}: ${it.text}`] : []));
    return [name, ...(address === null ? [] : [address]), ...reached].map((line) => wrapped(line)).join('\n');
  },
};

function partText(part: Part): string {
  return (SETTERS[part.kind] as (part: Part) => string)(part);
}

/** The text in lines that fit; a longer word gets a separate line. */
function wrapped(text: string, { indent = '' }: { readonly indent?: string } = {}): string {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    const longer = `${last} ${word}`;
    if (last !== undefined && Array.from(longer).length <= WIDTH - indent.length)
      lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines.map((line) => indent + line).join('\n');
}
