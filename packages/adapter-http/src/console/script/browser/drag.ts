/** Carrying by the pointer: a mouse immediately, a finger or pen after it was held still, so that it can scroll. */
import { elementOf } from './build.ts';
import type { Carry } from './carry.ts';
import { findChart, findParty, type Party, rowsOf, scaleOf } from './chart.ts';

/** The distance after which a mouse drags instead of clicking, and a finger scrolls. */
const SLACK_PX = { mouse: 6, touch: 10 };
const HOLD_MS = 350;

/** A party on the board, or one of those next to it. */
const LIFTED = 'svg.chart a.party, .rail li[data-booking]';

interface Press {
  readonly pointer: number;
  readonly party: Party;
  readonly x: number;
  readonly y: number;
  readonly isMouse: boolean;
  /** It is not seated yet, and was taken from the list next to the board: dropping it seats it. */
  readonly sitsDown: boolean;
  readonly isBeside: boolean;
  /** The distance between its start and the pointer. */
  readonly offsetMs: number;
  timer: number;
  isCarrying: boolean;
}

export function followPointer(carry: Carry): void {
  const drag = new Drag(carry);
  document.addEventListener('pointerdown', (event) => drag.press(event));
  document.addEventListener('pointermove', (event) => drag.move(event));
  document.addEventListener('pointerup', (event) => drag.release(event));
  document.addEventListener('pointercancel', (event) => drag.cancel(event));
  // A finger that stops a moving page scrolls: the browser cancels its pointer as soon as it moves.
  const leaveToScroll = ({ cancelable }: Event): void => {
    if (!cancelable && !drag.isCarrying()) drag.forget();
  };
  document.addEventListener('touchstart', leaveToScroll, { passive: false });
  // While a party is carried the finger does not scroll, and a held link opens no menu and is not dragged.
  const keepStill = (event: Event): void => {
    if (drag.isCarrying()) event.preventDefault();
  };
  document.addEventListener('touchmove', keepStill, { passive: false });
  document.addEventListener('contextmenu', (event) => {
    if (drag.isHeldByFinger()) event.preventDefault();
  });
  document.addEventListener('dragstart', (event) => {
    if (elementOf(event).closest(LIFTED)) event.preventDefault();
  });
}

class Drag {
  readonly #carry: Carry;
  #press: Press | null = null;

  constructor(carry: Carry) {
    this.#carry = carry;
  }

  isCarrying(): boolean {
    return this.#press?.isCarrying === true;
  }

  isHeldByFinger(): boolean {
    return this.#press !== null && !this.#press.isMouse;
  }

  press(event: PointerEvent): void {
    const { isPrimary, button, ctrlKey, pointerType, pointerId, clientX: x, clientY: y } = event;
    const element = elementOf(event).closest<HTMLElement | SVGAElement>(LIFTED);
    const isButton = elementOf(event).closest('button') !== null;
    const isOurs = element && !isButton && findChart() && isPrimary && button === 0 && !ctrlKey;
    if (this.isCarrying() || !isOurs) return;
    const party = findParty(element.dataset['booking'] ?? '');
    if (!party) return;
    this.forget();
    const isMouse = pointerType === 'mouse';
    const isBeside = element.matches('li');
    const sitsDown = isBeside && party.stage !== 'seated';
    const offsetMs = isBeside ? 0 : msAt(x) - party.startMs;
    const timer = isMouse ? 0 : window.setTimeout(() => this.#begin(), HOLD_MS);
    this.#press = {
      pointer: pointerId,
      party,
      x,
      y,
      isMouse,
      sitsDown,
      isBeside,
      offsetMs,
      timer,
      isCarrying: false,
    };
  }

  move({ pointerId, clientX: x, clientY: y }: PointerEvent): void {
    const press = this.#press;
    if (press?.pointer !== pointerId) return;
    if (!press.isCarrying) {
      const far = Math.hypot(x - press.x, y - press.y);
      if (far <= SLACK_PX[press.isMouse ? 'mouse' : 'touch']) return;
      if (!press.isMouse) return this.forget();
      this.#begin();
    }
    const chart = findChart();
    if (!this.isCarrying() || !this.#carry.party() || !chart) return;
    this.#hold(press, chart, x, y);
  }

  /** Along the axis of the larger movement only: another table at the same time, or another time at the same table. */
  #hold(
    { party, isBeside, offsetMs, x: fromX, y: fromY }: Press,
    chart: SVGSVGElement,
    x: number,
    y: number,
  ): void {
    const table = tableAt(chart, y);
    const { startMs, tables } = party;
    const isInTime = !isBeside && Math.abs(x - fromX) > Math.abs(y - fromY);
    if (!isInTime) return table === null ? undefined : this.#carry.hold(startMs, table);
    const { stepMs } = scaleOf(chart);
    const wantedMs = msAt(x) - offsetMs;
    const isNear = Math.abs(wantedMs - startMs) < stepMs / 2;
    this.#carry.hold(isNear ? startMs : Math.round(wantedMs / stepMs) * stepMs, tables[0] ?? '');
  }

  release({ pointerId }: PointerEvent): void {
    if (this.#press?.pointer !== pointerId) return;
    const wasCarrying = this.isCarrying();
    this.forget();
    if (!wasCarrying) return;
    // The drag ends with a click, which must not open the link.
    const swallow = (click: Event): void => click.preventDefault();
    document.addEventListener('click', swallow, { capture: true, once: true });
    setTimeout(() => document.removeEventListener('click', swallow, { capture: true }), 50);
    void this.#carry.drop();
  }

  cancel({ pointerId }: PointerEvent): void {
    if (this.#press?.pointer !== pointerId) return;
    const wasCarrying = this.isCarrying();
    this.forget();
    if (wasCarrying) this.#carry.putBack();
  }

  forget(): void {
    clearTimeout(this.#press?.timer);
    this.#press = null;
  }

  #begin(): void {
    const press = this.#press;
    if (!press) return;
    press.isCarrying = this.#carry.lift(press.party, press.sitsDown);
    if (!press.isCarrying) return this.forget();
    if (!press.isMouse) navigator.vibrate?.(15);
    try {
      press.party.element.setPointerCapture(press.pointer);
    } catch {
      // The party was picked up.
    }
  }
}

function msAt(x: number): number {
  const chart = findChart()!;
  const { left, width } = chart.getBoundingClientRect();
  return scaleOf(chart).msAt((x - left) / width);
}

function tableAt(chart: SVGSVGElement, y: number): string | null {
  const row = rowsOf(chart).find(({ element }) => {
    const { top, bottom } = (element.querySelector('rect.ground') ?? element).getBoundingClientRect();
    return top <= y && y < bottom;
  });
  return row && row.table !== '' ? row.table : null;
}
