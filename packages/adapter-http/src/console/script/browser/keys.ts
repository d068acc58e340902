/** Keyboard control: from party to party, carrying a party, and the shortcuts of the help. */
import { elementOf } from './build.ts';
import type { Carry } from './carry.ts';
import { findChart, partyOf } from './chart.ts';
import { toggleHelp, usesSingleKeys } from './help.ts';
import type { Settings } from './settings.ts';

const ARROWS: Readonly<Record<string, readonly [steps: number, rows: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

export function followKeys(settings: Settings, carry: Carry): void {
  const { here, date } = settings;
  const ways: Readonly<Record<string, string>> = {
    w: `${here}/walk-in?date=${date}`,
    n: `${here}/new?date=${date}`,
    '/': `${here}/search?date=${date}`,
  };

  function carrying(key: string): boolean {
    const arrow = ARROWS[key];
    if (arrow) carry.step(...arrow);
    else if (key === 'Enter') void carry.drop();
    else if (key === 'Escape') carry.putBack();
    else return key === 'm' || key in ways;
    return true;
  }

  document.addEventListener('keydown', (event) => {
    const { key, altKey, ctrlKey, metaKey } = event;
    if (altKey || ctrlKey || metaKey || event.defaultPrevented || event.isComposing) return;
    const element = elementOf(event);
    if (element.closest('input, select, textarea, [contenteditable], dialog')) return;
    if (carry.party()) {
      if (key !== 'Escape' && element.closest('#carry')) return;
      if (carrying(key)) event.preventDefault();
      return;
    }
    if (onParty(element, key)) return event.preventDefault();
    if (!usesSingleKeys()) return;
    if (key === '?') toggleHelp(settings);
    else if (key in ways && !event.repeat) location.assign(ways[key]!);
    else return;
    event.preventDefault();
  });

  function onParty(element: Element, key: string): boolean {
    const party = element.closest<SVGAElement>('svg.chart a.party');
    if (!party || !findChart()) return false;
    const arrow = ARROWS[key];
    if (arrow) return goOn(party, arrow);
    const found = key === 'm' ? partyOf(party) : null;
    return found !== null && carry.lift(found);
  }
}

/** To the previous or next party, or to the nearest one in a row above or below. */
function goOn(from: SVGAElement, [steps, rows]: readonly [number, number]): boolean {
  const all = [...document.querySelectorAll<SVGAElement>('svg.chart a.party')];
  const to = steps === 0 ? nearest(all, from, rows) : all[all.indexOf(from) + steps];
  to?.focus();
  to?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  return true;
}

function nearest(all: readonly SVGAElement[], from: SVGAElement, rows: number): SVGAElement | undefined {
  const own = from.getBoundingClientRect();
  const middle = own.top + own.height / 2;
  const candidates = all.flatMap((element) => {
    const { top, height, left, width } = element.getBoundingClientRect();
    const down = (top + height / 2 - middle) * rows;
    const beside = Math.abs(left + width / 2 - own.left - own.width / 2);
    // The distance in rows counts more than the distance in time.
    return element !== from && down > 2 ? [{ element, far: down * 1000 + beside }] : [];
  });
  return candidates.toSorted((a, b) => a.far - b.far)[0]?.element;
}
