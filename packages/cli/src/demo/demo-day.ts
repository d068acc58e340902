export interface DemoParty {
  /** Minutes after midnight by the clock of the restaurant. */
  readonly startMinute: number;
  readonly partySize: number;
  readonly name: string;
  readonly phone?: string;
  readonly notes?: string;
  /** Tables that the house has put together for it, which the plan does not join; otherwise it sits where it fits. */
  readonly tables?: readonly string[];
  /** How long after its start it sits down; 0 by default. */
  readonly lateMinutes?: number;
  /** How long it waits at the door before that. */
  readonly waitsMinutes?: number;
  /** How long it stays. Defaults to some minutes less than its turn. */
  readonly stayMinutes?: number;
  /** What becomes of it instead of a visit. */
  readonly becomes?: 'no_show' | 'cancelled';
}

const at = (time: string): number => {
  const [hours, minutes] = time.split(':').map(Number) as [number, number];
  return hours * 60 + minutes;
};

const party = (start: string, partySize: number, name: string, more: Partial<DemoParty> = {}): DemoParty => ({
  startMinute: at(start),
  partySize,
  name,
  ...more,
});

/** Today: a lunch that is coming to its end or over, a company at two tables in the afternoon, and a full evening. */
export const A_DAY: readonly DemoParty[] = [
  party('11:30', 2, 'Lindqvist', { stayMinutes: 65 }),
  party('11:30', 4, 'Nordbygg AB', {
    phone: '+46 8 555 010 31',
    notes: 'Faktura, ref. Sanna',
    stayMinutes: 75,
  }),
  party('12:00', 3, 'Kari Solberg', { phone: '+47 22 55 01 02', lateMinutes: 10, stayMinutes: 80 }),
  party('12:15', 1, 'Öberg', { stayMinutes: 40 }),
  party('13:00', 2, 'Mikkelsen', { phone: '+45 33 55 01 12', becomes: 'no_show' }),
  party('14:15', 8, 'Anna-Karin Ek, 60 år', {
    phone: '+46 70 555 01 44',
    notes: 'Tårta med ljus, barnstol',
    tables: ['T2', 'T3'],
    waitsMinutes: 5,
    stayMinutes: 165,
  }),
  party('16:45', 2, 'Hanna Virtanen', { phone: '+358 40 555 0106', notes: 'Laktosfritt' }),
  party('17:15', 6, 'Bergström', {
    phone: '+46 73 555 01 20',
    notes: 'En nötallergi! Firar examen',
    waitsMinutes: 10,
    stayMinutes: 145,
  }),
  party('17:30', 4, 'Freja Holm', { phone: '+45 20 55 01 33', lateMinutes: 5, stayMinutes: 110 }),
  party('18:15', 2, 'Nilsson', { phone: '+46 76 555 01 08', notes: 'Gärna i baren' }),
  party('18:30', 2, 'Ingrid Dahl', { phone: '+47 90 55 01 77', notes: 'Rullstol', waitsMinutes: 15 }),
  party('15:00', 2, 'Sjögren', { phone: '+46 70 555 01 90', becomes: 'cancelled' }),
  party('19:45', 3, 'Erik Åström', { phone: '+46 72 555 01 65', notes: 'Vegetariskt ×2' }),
  party('19:45', 5, 'Rasmussen', { phone: '+45 61 55 01 28', lateMinutes: 10, stayMinutes: 120 }),
  party('20:15', 2, 'Aino Laine', { phone: '+358 50 555 0119' }),
  party('20:30', 2, 'Lund', { notes: 'Stamgäster' }),
];

/** The days after, with room. The documentation asks for tomorrow's last table for four first. */
export const COMING_DAYS: readonly (readonly DemoParty[])[] = [
  [
    party('14:30', 7, 'Teateröversten', {
      phone: '+46 70 555 01 51',
      notes: 'Genomgång, vill sitta ostört',
      tables: ['T2', 'T3'],
    }),
    party('17:45', 2, 'Thea Moen', { phone: '+47 41 55 01 39', notes: 'Førstegangsgjester' }),
    party('18:15', 1, 'Hedda Lie'),
    party('20:00', 2, 'Wikström', { phone: '+46 73 555 01 84' }),
  ],
  [
    party('12:00', 2, 'Jonas Kjær', { phone: '+45 28 55 01 04' }),
    party('18:00', 4, 'Familjen Hedlund', { phone: '+46 76 555 01 92', notes: 'Två barn' }),
  ],
];

/** A table that cannot be had for some hours of today, and why. */
export const A_BLOCK = {
  table: 'T4',
  startMinute: at('14:30'),
  endMinute: at('16:30'),
  reason: 'Lampan över bordet lagas',
};
