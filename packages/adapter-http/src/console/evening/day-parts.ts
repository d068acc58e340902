/** A drawn day as parts: a client with an older drawing gets the changed parts, and marks for those that stay. */
import { type Content, html, type Html } from '../../web/html.ts';

interface DayPart {
  /** The part's group of siblings. */
  readonly group: string;
  /** The key of its element among its siblings (`script/browser/morph.ts`), escaped for an attribute. */
  readonly key: string;
  readonly markup: string;
  readonly gap: string;
}

export interface DayMarkup {
  readonly markup: string;
  readonly parts: readonly DayPart[];
  /** The markup after the last part. */
  readonly end: string;
}

/** An element with a key that is unique in its group. */
export function partHtml(group: string, key: string, content: Content): Html {
  // Text is escaped, so a name cannot start or end a part.
  return html`<part "${group}" "${key}">${content}</part>`;
}

export const bookingKey = (id: string): string => `booking ${id}`;
export const blockKey = (id: string, tables: string): string => `block ${id} ${tables}`;
export const rowKey = (table: string, row: number): string => `row ${table} ${row}`;

const [BEGIN, BETWEEN, OPEN, CLOSE] = ['<part "', '" "', '">', '</part>'];

/** Splits a drawing that was written with {@link partHtml}. */
export function partsOf({ markup: marked }: Html): DayMarkup {
  const parts: DayPart[] = [];
  let markup = '';
  let behind = 0;
  for (;;) {
    const begin = marked.indexOf(BEGIN, behind);
    if (begin === -1) break;
    const between = marked.indexOf(BETWEEN, begin);
    const open = marked.indexOf(OPEN, between);
    const close = marked.indexOf(CLOSE, open);
    const part = {
      gap: marked.slice(behind, begin),
      group: marked.slice(begin + BEGIN.length, between),
      key: marked.slice(between + BETWEEN.length, open),
      markup: marked.slice(open + OPEN.length, close),
    };
    parts.push(part);
    markup += part.gap + part.markup;
    behind = close + CLOSE.length;
  }
  const end = marked.slice(behind);
  return { markup: markup + end, parts, end };
}

/** The changes from another drawing. `<unchanged data-first data-last data-count>` replaces siblings that stay; bare: all that follow. */
export function changesOf(before: DayMarkup, after: DayMarkup): string {
  if (before === after) return '<unchanged></unchanged>';
  const shown = new Map(before.parts.map((part, i) => [nameOf(part), i]));
  const stays = after.parts.map((part) => {
    const i = shown.get(nameOf(part));
    return i !== undefined && before.parts[i]!.markup === part.markup ? i : null;
  });
  let markup = '';
  for (let i = 0; i < after.parts.length; i++) {
    const part = after.parts[i]!;
    markup += part.gap;
    if (stays[i] === null) {
      markup += part.markup;
      continue;
    }
    const from = i;
    while (goesOn(before, after, stays, i)) i += 1;
    markup += unchangedHtml(part.key, after.parts[i]!.key, i - from + 1);
  }
  return markup + after.end;
}

/** The next part stays as well, directly after this one as before. */
function goesOn(
  before: DayMarkup,
  { parts }: DayMarkup,
  stays: readonly (number | null)[],
  i: number,
): boolean {
  const next = parts[i + 1];
  const now = stays[i + 1];
  if (!next || now === null || now !== stays[i]! + 1) return false;
  return next.group === parts[i]!.group && next.gap === before.parts[now]!.gap;
}

function unchangedHtml(first: string, last: string, count: number): string {
  return `<unchanged data-first="${first}" data-last="${last}" data-count="${count}"></unchanged>`;
}

const nameOf = ({ group, key }: DayPart): string => `${group} ${key}`;
