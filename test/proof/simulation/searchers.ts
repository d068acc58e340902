import type { Engine } from '@bord/engine';
import { fixtures } from '@bord/engine/testing';
import { Actor } from './actor.ts';
import { acme, anyDate, anySize, anyStart } from './choices.ts';
import { fits, staysOn, wishOf } from './reckoning.ts';
import { startsOn } from './restaurant.ts';
import { clockTime } from './story.ts';
import { SKEW_MS } from './world.ts';

/** So many slots a search finds at most. */
const FOUND_MAX = 5;
/** The maximum age of a shown answer (D7). */
const STALE_MS = 8000;

const isNearer =
  (aroundMs: number) =>
  (a: { readonly startMs: number }, b: { readonly startMs: number }): number =>
    Math.abs(a.startMs - aroundMs) - Math.abs(b.startMs - aroundMs) || a.startMs - b.startMs;

/** Searches for the nearest times (D34), and compares the result with the single day, and with the real availability. */
export class Searchers extends Actor {
  readonly counts = { searched: 0, foundAsShown: 0, foundFree: 0 };

  /** The result equals the single day, as the same process shows it before and after. */
  async act(): Promise<void> {
    const request = { date: anyDate(this.world), partySize: anySize(this.world) };
    const aroundMs = anyStart(this.world);
    const { changesSeen } = this.records.annals;
    const look = async (engine: Engine) => {
      const partner = engine.partner(acme);
      const shown = async () => (await partner.readAvailability(fixtures.LOCATION_ID, request)).answer.slots;
      const before = await shown();
      const [one] = await partner.searchAvailability({
        ...request,
        aroundMs,
        locationIds: [fixtures.LOCATION_ID],
      });
      const after = await shown();
      return { before, after, slots: one!.slots };
    };
    const found = await this.attempts.withRetry(
      `search: ${request.date} for ${request.partySize} around ${clockTime(aroundMs)}`,
      look,
    );
    if (!found) return;
    this.counts.searched += 1;
    if (changesSeen !== this.records.annals.changesSeen) return;
    const { before, after, slots } = found;
    if (JSON.stringify(before) !== JSON.stringify(after)) return;
    const nearest = before
      .filter(({ available }) => available)
      .toSorted(isNearer(aroundMs))
      .slice(0, FOUND_MAX);
    if (JSON.stringify(slots) !== JSON.stringify(nearest))
      this.world.accuse(
        `${request.date} for ${request.partySize}: found ${JSON.stringify(slots)}, shown ${JSON.stringify(nearest)}`,
      );
    this.counts.foundAsShown += 1;
  }

  /** During a pause: each result is available, and no nearer one is. Cases that a small clock difference could decide are skipped. */
  async probe(): Promise<void> {
    const { annals } = this.records;
    const { nowMs } = this.world;
    if (nowMs() - annals.changedMs <= STALE_MS) this.world.pass(STALE_MS + 1);
    const { changesSeen } = annals;
    const request = {
      date: anyDate(this.world),
      partySize: anySize(this.world),
      aroundMs: anyStart(this.world),
    };
    const { date, partySize, aroundMs } = request;
    const found = await this.attempts.withRetry(
      `search: ${date} for ${partySize} around ${clockTime(aroundMs)}`,
      (engine) =>
        engine.partner(acme).searchAvailability({ ...request, locationIds: [fixtures.LOCATION_ID] }),
    );
    if (!found || changesSeen !== annals.changesSeen) return;
    const starts = found[0]!.slots.map(({ startMs }) => startMs);
    const rows = [...annals.rowsOf(fixtures.LOCATION_ID).values()];
    const rules = this.records.plans.rules(fixtures.LOCATION_ID);
    const isFreeAt = (startMs: number, atMs: number): boolean =>
      startMs >= atMs && fits(rules, staysOn(date, rows, atMs, true), wishOf(rules, startMs, partySize));
    const last = starts.length < FOUND_MAX ? undefined : starts.at(-1)!;
    for (const startMs of startsOn(rules, date, partySize)) {
      const isFound = starts.includes(startMs);
      if (!isFound && last !== undefined && isNearer(aroundMs)({ startMs }, { startMs: last }) > 0) continue;
      this.world.checks.look('search results are available and the nearest');
      const possible = [-SKEW_MS - STALE_MS, SKEW_MS].map((offMs) => isFreeAt(startMs, nowMs() + offMs));
      if (!possible.includes(isFound))
        this.world.accuse(
          `${new Date(startMs).toISOString()} for ${partySize} is ${isFound ? '' : 'not '}found and is ${isFound ? 'not ' : ''}free`,
        );
      if (isFound) this.counts.foundFree += 1;
    }
  }
}
