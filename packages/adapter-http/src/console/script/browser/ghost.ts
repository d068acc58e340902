/** The overlay on the timeline while a party is carried: its new position, and those of other parties that would move. */
import { draw } from './build.ts';
import { findParty, type Party, type Row, rowsOf, scaleOf } from './chart.ts';
import type { Preview, Spot } from './dry-run.ts';

export function drawGhost(chart: SVGSVGElement, party: Party, spot: Spot, preview: Preview | null): void {
  clearGhost();
  const scale = scaleOf(chart);
  const rows = rowsOf(chart);
  const kind = preview?.kind ?? 'asking';
  const endMs = spot.startMs + party.endMs - party.startMs;
  const box = (row: Row, startMs: number, untilMs: number, name: string, who: string): SVGElement | null => {
    const ground = row.element.querySelector('rect.ground');
    if (!ground) return null;
    const [x, end] = [scale.at(startMs), scale.at(untilMs)];
    const [y, height] = [ground.getAttribute('y') ?? '0', ground.getAttribute('height') ?? '1em'];
    return draw(
      'svg',
      { x: `${x}%`, width: `${Math.max(0.5, end - x)}%`, y, height },
      draw('rect', { class: `ghost ${name}`, width: '100%', height: '100%', rx: '5' }),
      draw('text', { class: 'who', x: '10', y: '50%' }, who),
    );
  };
  const at = (tables: readonly string[]): readonly Row[] =>
    rows.filter(({ table }) => tables.includes(table));
  const boxes: (SVGElement | null)[] = [];
  for (const { id, tables } of preview?.tablesOf ?? []) {
    const other = id === party.id ? null : findParty(id);
    if (!other) continue;
    other.element.classList.add('leaving');
    boxes.push(...at(tables).map((row) => box(row, other.startMs, other.endMs, 'other', nameOf(other))));
  }
  const own = preview?.tablesOf.find(({ id }) => id === party.id)?.tables ?? [spot.table];
  boxes.push(...at(own).map((row) => box(row, spot.startMs, endMs, `own ${kind}`, nameOf(party))));
  const shown = boxes.filter((each) => each !== null);
  chart.append(draw('g', { class: 'ghosts', 'aria-hidden': 'true' }, ...shown));
  party.element.classList.add('lifted');
}

export function clearGhost(): void {
  for (const ghosts of document.querySelectorAll('svg.chart .ghosts')) ghosts.remove();
  for (const party of document.querySelectorAll('a.party:is(.lifted, .leaving)'))
    party.classList.remove('lifted', 'leaving');
}

/** The name in the party's box. */
function nameOf({ element, label }: Party): string {
  return element.querySelector('.name')?.textContent ?? label;
}
