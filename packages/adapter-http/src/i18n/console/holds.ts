/** Tables that are held for guests who have not decided yet (D35), as the house reads of them. */
import type { Language } from '@bord/engine';

/** A language. Times arrive as the clock of the language shows them. */
export interface HoldWords {
  /** @param partner who holds; null for a guest on the house’s own pages */
  held(partner: string | null, until: string): string;
  /** Of a guest who is about to move a booking of hers there. */
  moving(guest: string, until: string): string;
  /** A place that was offered to who waits for one (D36). */
  offered(until: string): string;
  /** Of a table: `T7, 20:00–22:00` and what was written with one of the two above. */
  at(tables: string, from: string, to: string, held: string): string;
  readonly title: string;
  /** What a hold is, for who has never met one. */
  readonly text: string;
  readonly none: string;
  readonly release: string;
  /** What the legend says. */
  readonly legend: string;
  /** Above holds that are in the way. */
  readonly inTheWay: string;
}

const en: HoldWords = {
  held: (partner, until) => `held for ${partner ?? 'a guest'} until ${until}`,
  moving: (guest, until) => `held for ${guest}, who is moving her booking, until ${until}`,
  offered: (until) => `offered to who waits until ${until}`,
  at: (tables, from, to, held) => `${tables} ${from}–${to}: ${held}`,
  title: 'Held tables',
  text: 'A guest is making up her mind. Unless she books, the table is free again by itself.',
  none: 'No table is held.',
  release: 'Release',
  legend: 'held, not booked yet',
  inTheWay: 'Held',
};

const sv: HoldWords = {
  held: (partner, until) => `hålls för ${partner ?? 'en gäst'} till ${until}`,
  moving: (guest, until) => `hålls för ${guest}, som flyttar sin bokning, till ${until}`,
  offered: (until) => `erbjudet till någon som väntar till ${until}`,
  at: (tables, from, to, held) => `${tables} ${from}–${to}: ${held}`,
  title: 'Bord som hålls',
  text: 'En gäst bestämmer sig just nu. Om hon inte bokar blir bordet ledigt av sig självt.',
  none: 'Inget bord hålls.',
  release: 'Släpp',
  legend: 'hålls, inte bokat än',
  inTheWay: 'Hålls',
};

const no: HoldWords = {
  held: (partner, until) => `holdes for ${partner ?? 'en gjest'} til ${until}`,
  moving: (guest, until) => `holdes for ${guest}, som flytter bestillingen sin, til ${until}`,
  offered: (until) => `tilbudt en som venter, til ${until}`,
  at: (tables, from, to, held) => `${tables} ${from}–${to}: ${held}`,
  title: 'Bord som holdes',
  text: 'En gjest bestemmer seg akkurat nå. Hvis hun ikke bestiller, blir bordet ledig av seg selv.',
  none: 'Ingen bord holdes.',
  release: 'Gi fri',
  legend: 'holdes, ikke bestilt ennå',
  inTheWay: 'Holdes',
};

const da: HoldWords = {
  held: (partner, until) => `holdes for ${partner ?? 'en gæst'} til ${until}`,
  moving: (guest, until) => `holdes for ${guest}, der flytter sin reservation, til ${until}`,
  offered: (until) => `tilbudt en, der venter, til ${until}`,
  at: (tables, from, to, held) => `${tables} ${from}–${to}: ${held}`,
  title: 'Borde, der holdes',
  text: 'En gæst er ved at beslutte sig. Hvis hun ikke bestiller, bliver bordet ledigt af sig selv.',
  none: 'Ingen borde holdes.',
  release: 'Giv fri',
  legend: 'holdes, ikke bestilt endnu',
  inTheWay: 'Holdes',
};

export const holds: Readonly<Record<Language, HoldWords>> = { sv, en, no, da };
