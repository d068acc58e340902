import type { ImportOutcome, ImportRow } from '@bord/engine';
import { fixtures } from '@bord/engine/testing';
import { Actor } from './actor.ts';
import { anyEmail, anySize, anyStart } from './choices.ts';
import { clockTime } from './story.ts';

/** The prefixes of keys of imported bookings: those without e-mails, and those of dry runs. */
export const QUIET = 'quiet';
export const REHEARSED = 'rehearsed';

const ROWS_MAX = 4;

/** Imports the bookings of another system: once, repeated, and as a dry run that must not save. */
export class Importers extends Actor {
  readonly counts = { imported: 0, importedAgain: 0, notImported: 0, rehearsed: 0 };
  #rows = 0;

  async act(): Promise<void> {
    const { dice } = this.world;
    const dryRun = dice.once(3);
    const writesMail = dice.once(3);
    const prefix = dryRun ? REHEARSED : writesMail ? 'imported' : QUIET;
    const rows = Array.from({ length: 1 + dice.roll(ROWS_MAX) }, () => this.#row(prefix));
    const starts = rows.map(({ request }) => `${clockTime(request.startMs)} for ${request.partySize}`);
    const how = `${dryRun ? ', as a rehearsal' : ''}${writesMail ? '' : ', without mails'}`;
    const outcomes = await this.attempts.withRetry(`import: ${starts.join(', ')}${how}`, (engine) =>
      engine.operator.bookings.import(fixtures.LOCATION_ID, rows, { dryRun, writesMail }),
    );
    if (dryRun) this.counts.rehearsed += rows.length;
    else for (const outcome of outcomes ?? []) this.#came(outcome);
  }

  #row(prefix: string): ImportRow {
    const { dice } = this.world;
    const isOld = this.#rows > 0 && dice.once(5);
    const idempotencyKey = `${prefix}${isOld ? dice.roll(this.#rows) : this.#rows++}`;
    const guest = { name: 'Elsa Ek', email: anyEmail(this.world), phone: null, notes: null, language: null };
    const request = fixtures.aRequest(anyStart(this.world), {
      partySize: anySize(this.world),
      idempotencyKey,
      guest,
    });
    return { request: { ...request, idempotencyKey } };
  }

  #came(outcome: ImportOutcome): void {
    if (outcome.kind === 'booked' || outcome.kind === 'replayed') this.acknowledged.add(outcome.booking);
    if (outcome.kind === 'booked') this.counts.imported += 1;
    else if (outcome.kind === 'replayed') this.counts.importedAgain += 1;
    else this.counts.notImported += 1;
  }
}
