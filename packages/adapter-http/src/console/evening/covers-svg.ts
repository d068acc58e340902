import type { CoverStep, Timeline } from '@bord/engine/adapters';
import { html, type Html } from '../../web/html.ts';
import { type Across, percent } from './across.ts';

/** Room for a number above the highest column, in pixels. */
const NUMBER_HEIGHT = 14;

/** A column for each slot step in which parties start, its number above it; a line where the pacing ends. */
export function coversSvg({ periods }: Timeline, across: Across, height: number): Html[] {
  const steps = periods.flatMap((period) => period.steps);
  const most = Math.max(1, ...steps.flatMap(({ covers, coversMax }) => [covers, coversMax ?? 0]));
  const heightOf = (covers: number): number => Math.round((covers / most) * (height - NUMBER_HEIGHT - 2));
  const limits = periods.flatMap(({ startMs, endMs, steps: [first] }) => {
    if (first?.coversMax == null) return [];
    const y = height - heightOf(first.coversMax);
    const [from, to] = [across.at(startMs), across.at(endMs)];
    return [html`<line class="limit" x1="${percent(from)}" x2="${percent(to)}" y1="${y}" y2="${y}" />`];
  });
  const columns = steps
    .filter(({ covers }) => covers > 0)
    .map((step) => column(step, across, height, heightOf(step.covers)));
  return [...columns, ...limits];
}

function column(step: CoverStep, { at, span }: Across, height: number, own: number): Html {
  const { x, width } = span(step);
  const middle = percent((at(step.startMs) + at(step.endMs)) / 2);
  const kind = step.isFull ? 'covers full' : 'covers';
  return html`<rect class="${kind}" x="${x}" y="${height - own}" width="${width}" height="${own}" />
    <text class="count" x="${middle}" y="${height - own - 3}">${step.covers}</text>`;
}
