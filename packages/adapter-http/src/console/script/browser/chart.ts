export interface Row {
  /** The table's id; empty for parties without a table. */
  readonly table: string;
  readonly element: SVGGElement;
}

export interface Party {
  readonly element: SVGAElement;
  readonly id: string;
  readonly startMs: number;
  readonly endMs: number;
  readonly tables: readonly string[];
  readonly stage: string;
  readonly version: string;
  /** The accessible name: `19:30 Berg, 4, table W2, seated`. */
  readonly label: string;
}

interface Stretch {
  readonly startMs: number;
  readonly endMs: number;
}

export function findChart(): SVGSVGElement | null {
  const chart = document.querySelector<SVGSVGElement>('svg.chart[data-from]');
  return chart && chart.getBoundingClientRect().width > 0 ? chart : null;
}

export function rowsOf(chart: SVGSVGElement): readonly Row[] {
  return [...chart.querySelectorAll<SVGGElement>('g.row')].map((element) => ({
    element,
    table: element.dataset['table'] ?? '',
  }));
}

export function partyOf(element: SVGAElement): Party | null {
  const { booking, start, end, tables = '', stage = '', version = '' } = element.dataset;
  if (booking === undefined || start === undefined || end === undefined) return null;
  return {
    element,
    id: booking,
    startMs: Number(start),
    endMs: Number(end),
    tables: tables === '' ? [] : tables.split(' ').map(decodeURIComponent),
    stage,
    version,
    label: element.querySelector('title')?.textContent.split(' – ')[0] ?? '',
  };
}

export function findParty(id: string): Party | null {
  const element = document.querySelector<SVGAElement>(`svg.chart a.party[data-booking="${CSS.escape(id)}"]`);
  return element && partyOf(element);
}

/** Maps instants to horizontal positions. The server draws with the same scale (`core/timeline/axis.ts`). */
export interface Scale {
  readonly stepMs: number;
  /** In percent of the width. */
  at(ms: number): number;
  /** The instant at this fraction of the width, 0 to 1. */
  msAt(part: number): number;
}

export function scaleOf(chart: SVGSVGElement): Scale {
  const { from = '0', to = '0', step = '900000', breaks = '', break: breakWidth = '0' } = chart.dataset;
  const edges = [
    from,
    ...breaks
      .split(' ')
      .filter(Boolean)
      .flatMap((each) => each.split('-')),
    to,
  ].map(Number);
  const stretches: Stretch[] = [];
  for (let i = 0; i + 1 < edges.length; i += 2) stretches.push({ startMs: edges[i]!, endMs: edges[i + 1]! });
  const wide = Number(breakWidth);
  const totalMs = stretches.reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0);
  const perMs = (100 - wide * (stretches.length - 1)) / Math.max(1, totalMs);
  return {
    stepMs: Number(step),
    at(ms) {
      let at = 0;
      for (const [i, { startMs, endMs }] of stretches.entries()) {
        if (ms < startMs) return i === 0 ? 0 : at - wide / 2;
        if (ms <= endMs) return at + (ms - startMs) * perMs;
        at += (endMs - startMs) * perMs + wide;
      }
      return 100;
    },
    msAt(part) {
      let left = part * 100;
      for (const { startMs, endMs } of stretches) {
        const width = (endMs - startMs) * perMs;
        if (left <= width + wide / 2) return startMs + Math.min(Math.max(0, left), width) / perMs;
        left -= width + wide;
      }
      return stretches.at(-1)?.endMs ?? 0;
    },
  };
}
