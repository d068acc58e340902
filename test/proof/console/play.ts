/** Actions at random with faults at random; after each, the page and the messages are compared with the storage. */
import { setTimeout as delay } from 'node:timers/promises';
import { versionOf } from '@bord/engine';
import type { Browser } from 'playwright-core';
import { HERE } from '../../browser/live-servers.ts';
import type { StorageKind } from '../../support/storages.ts';
import { type Gesture, GESTURES, GESTURES_OF } from './gestures.ts';
import { effectsOf, type State, stateOf, unmeant, untold, Withdrawn } from './ledger.ts';
import { type Control, type Fault, FAULTS, openWorld, UNDO_WINDOW_MS, type World } from './world.ts';

interface Tally {
  readonly actions: Record<string, number>;
  readonly faults: Record<string, number>;
  done: number;
  /** Without effect, and shown as failed. */
  failed: number;
  /** Done again by the button that a failure offers. */
  retried: number;
  /** Undone within the undo window. */
  withdrawn: number;
  messages: number;
}

export interface Played {
  readonly tally: Tally;
  /** The rule that did not hold; null if all did. */
  readonly fault: string | null;
}

export interface PlayOptions {
  readonly kind: StorageKind;
  readonly seed: number;
  readonly actions: number;
  readonly control?: Control | null;
}

const HALF_MINUTE_MS = 30_000;
/** After the last request was answered, the page has shown its result. */
const SETTLED_MS = 2_000;
const FRAME_MS = 40;
const PARTIES = 9;

export async function play(
  browser: Browser,
  { kind, seed, actions, control = null }: PlayOptions,
): Promise<Played> {
  const next = chanceOf(seed);
  const world = await openWorld(browser, kind, next, control);
  const host = new Host(world, next, control);
  try {
    for (let n = 0; n < actions; n++) {
      const fault = await host.step();
      if (fault !== null) return { tally: host.tally, fault: `action ${n + 1}: ${fault}` };
    }
    return { tally: host.tally, fault: await host.end() };
  } finally {
    await world.close();
  }
}

/** Numbers below `below`, the same for the same seed. */
function chanceOf(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

class Host {
  readonly tally: Tally = {
    actions: {},
    faults: {},
    done: 0,
    failed: 0,
    retried: 0,
    withdrawn: 0,
    messages: 0,
  };
  readonly #world: World;
  readonly #next: (below: number) => number;
  readonly #withdrawn = new Withdrawn();
  readonly #control: Control | null;
  #parties = 0;

  constructor(world: World, next: (below: number) => number, control: Control | null) {
    this.#control = control;
    this.#world = world;
    this.#next = next;
  }

  /** One action; the rule that did not hold, or null. */
  async step(): Promise<string | null> {
    const world = this.#world;
    await world.pass(1000 * (1 + this.#next(this.#next(4) === 0 ? 20 : 6)));
    const early = this.#withdrawn.fault(world);
    if (early !== null) return early;
    await this.#fill();
    await this.#comeHome();
    const behind = await this.#difference();
    if (behind !== null) return behind;
    // A button that has changed its place rests.
    await this.#world.page.clock.fastForward(1000);
    const gestures = this.#control ? GESTURES_OF[this.#control] : GESTURES;
    const make = gestures[this.#next(gestures.length)]!;
    const gesture = await make(world.page, this.#next).catch(() => null);
    if (!gesture) return null;
    const fault: Fault = this.#control || this.#next(2) === 0 ? 'none' : FAULTS[this.#next(FAULTS.length)]!;
    const about = `${gesture.intents.map(({ what, id }) => `${what} ${id}`).join(', ')} with ${fault}`;
    const before = await stateOf(world);
    const outcome = await this.#take(gesture, fault, before);
    if (outcome !== null) return `${about}: ${outcome}`;
    this.#count(gesture, fault);
    if (this.#withdrawn.note(gesture, before, await stateOf(world), world.host)) this.tally.withdrawn += 1;
    const difference = await this.#difference();
    return difference && `${about}: ${difference}`;
  }

  /** Once all messages have left. */
  async end(): Promise<string | null> {
    const world = this.#world;
    for (let n = 0; n < 2; n++) await world.pass(4 * UNDO_WINDOW_MS);
    this.tally.messages = world.sent.length;
    return this.#withdrawn.fault(world) ?? untold(world, await stateOf(world));
  }

  async #take(gesture: Gesture, fault: Fault, before: State): Promise<string | null> {
    const { page } = this.#world;
    const world = this.#world;
    await page.evaluate('failures.clear()');
    world.meet(fault);
    if (fault === 'offline') await page.context().setOffline(true);
    if (fault === 'restart') await world.stop();
    // An element that has gone is missed, as a finger would miss it.
    const isMissed = await gesture.act().then(
      () => false,
      () => true,
    );
    const isHeld = fault === 'slow' || fault === 'late';
    // While a page loads, its clock cannot be moved.
    if (isHeld && gesture.leads) await world.release();
    else if (isHeld) await page.clock.fastForward(HALF_MINUTE_MS);
    const first = await this.#verdict(gesture, before, isMissed, false);
    world.meet('none');
    if (fault === 'offline') await page.context().setOffline(false);
    await world.start();
    if (first !== null) return first;
    const retried = this.#next(2) === 0 && (await this.#retry());
    await world.release();
    if (retried) this.tally.retried += 1;
    return this.#verdict(gesture, before, isMissed, true);
  }

  /** Waits until each action that was meant has had an effect or is shown as failed. */
  async #verdict(
    gesture: Gesture,
    before: State,
    isMissed: boolean,
    isLast: boolean,
  ): Promise<string | null> {
    const { intents } = gesture;
    let settledMs = 0;
    for (;;) {
      const now = await stateOf(this.#world);
      const counts = effectsOf(intents, before, now, this.#world.host);
      const twice = intents.find((_, i) => counts[i]! > 1);
      if (twice) return `${twice.what} was done twice`;
      const other = unmeant(intents, before, now, this.#world.host);
      if (other) return other;
      const open = counts.filter((count) => count === 0).length;
      const shown = await this.#shown(gesture);
      if (open <= shown && this.#world.waiting() === 0) {
        if (isLast)
          [this.tally.done, this.tally.failed] = [
            this.tally.done + intents.length - open,
            this.tally.failed + open,
          ];
        return null;
      }
      if (isMissed && this.#world.waiting() === 0) return null;
      settledMs = this.#world.waiting() > 0 ? 0 : settledMs + FRAME_MS;
      if (settledMs > SETTLED_MS) {
        const texts = await this.#world.page.evaluate<string>('[...failures.values()].join(" | ")');
        return `${open} without effect, ${shown} shown as failed: ${texts}`;
      }
      await delay(FRAME_MS);
    }
  }

  /** How many failures the page has shown; a lost connection, or a page of the browser, stands for all. */
  async #shown({ leads }: Gesture): Promise<number> {
    const { page } = this.#world;
    return page
      .evaluate<number>(
        `globalThis.failures === undefined || (${leads === true} && !document.getElementById('main')) || document.body.matches('.read-only')
          ? Infinity : failures.size`,
      )
      .catch(() => 0); // between two pages
  }

  async #retry(): Promise<boolean> {
    const button = this.#world.page.locator('#carry .failure button', { hasText: 'Try again' });
    if ((await button.count()) === 0) return false;
    return button.click({ timeout: 2000 }).then(
      () => true,
      () => false,
    );
  }

  /** Where the page differs from the storage, once it has had the time to follow. */
  async #difference(): Promise<string | null> {
    const { page } = this.#world;
    await this.#comeHome(true);
    for (let tries = 0; ; tries++) {
      const shown = await page.evaluate<Record<string, string>>(
        `Object.fromEntries([...document.querySelectorAll('svg.chart a.party')].map(({ dataset }) => [dataset.booking, dataset.version]))`,
      );
      const live = (await this.#world.bookings()).filter(({ status }) => status === 'confirmed');
      const wrong = live.find((booking) => shown[booking.id] !== versionOf(booking));
      const isAway = await page.evaluate<boolean>(`document.body.matches('.read-only')`);
      if (!wrong && !isAway && this.#world.waiting() === 0) return null;
      if (tries > 120)
        return isAway
          ? 'the page has not found its connection again'
          : `${wrong!.guest.name} is shown as ${shown[wrong!.id]} and is ${versionOf(wrong!)}`;
      await delay(FRAME_MS);
      if (tries > 10) await page.clock.fastForward(1000);
    }
  }

  /** The day's page without panels over it. */
  async #comeHome(isQuick = false): Promise<void> {
    const { page } = this.#world;
    const isHome = await page
      .evaluate<boolean>(`document.querySelector('#evening') !== null`)
      .catch(() => false);
    if (!isHome) await page.goto(new URL(`${HERE}?view=timeline`, this.#world.home).href);
    if (isQuick) return;
    for (const button of ['#carry .failure button:last-child', '#sheet:visible button.close'])
      for (let n = await page.locator(button).count(); n > 0; n--)
        await page
          .locator(button)
          .last()
          .click({ timeout: 2000 })
          .catch(() => undefined);
    await page.keyboard.press('Escape');
  }

  /** New parties book. */
  async #fill(): Promise<void> {
    const live = (await this.#world.bookings()).filter(({ status }) => status === 'confirmed');
    for (let n = live.length; n < PARTIES; n++) {
      this.#parties += 1;
      await this.#world.book(15 * this.#next(12), `Party ${this.#parties}`, 1 + this.#next(4));
    }
  }

  #count({ intents }: Gesture, fault: Fault): void {
    for (const { what } of intents) this.tally.actions[what] = (this.tally.actions[what] ?? 0) + 1;
    this.tally.faults[fault] = (this.tally.faults[fault] ?? 0) + 1;
  }
}
