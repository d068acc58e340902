/** A drawn day as parts: a page that shows an older drawing gets only the parts that differ, and marks for those that stay. */
import { type Content, html, type Html } from '../../web/html.ts';

interface DayPart {
  /** What of the day it is among its siblings. */
  readonly group: string;
  /** What the script knows its element by among its siblings (`script/browser/morph.ts`), as it stands in an attribute. */
  readonly key: string;
  readonly markup: string;
  readonly gap: string;
}

export interface DayMarkup {
  readonly markup: string;
  readonly parts: readonly DayPart[];
  /** What stands behind the last part. */
  readonly end: string;
}

/** An element that is the only one of its key in its group. */
export function partHtml(group: string, key: string, content: Content): Html {
  // Text is escaped, so nobody's name can begin or end a part.
  return html`<part "${group}" "${key}">${content}</part>`;
}

export const bookingKey = (id: string): string => `booking ${id}`;
export const blockKey = (id: string, tables: string): string => `block ${id} ${tables}`;
export const rowKey = (table: string, row: number): string => `row ${table} ${row}`;

const [BEGIN, BETWEEN, OPEN, CLOSE] = ['<part "', '" "', '">', '</part>'];

/** Takes a drawing apart that has been written with {@link partHtml}. */
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

/** What differs from another drawing. `<unchanged data-first data-last data-count>` stands for siblings that stay; bare for all that follow. */
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

/** The next part stays as well, and stands behind this one as it did before. */
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
