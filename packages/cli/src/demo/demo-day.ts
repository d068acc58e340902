/** A day at the demo restaurant as it could be: who comes when, how many they are, what is to be known of them, and how their visit goes. */

/** A party of the demo. All of them are made up. */
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

/** Today: a lunch that is coming to its end or over, a company at two tables in the afternoon, and a full evening. */
export const A_DAY: readonly DemoParty[] = [
  { startMinute: at('11:30'), partySize: 2, name: 'Lindqvist', stayMinutes: 65 },
  {
    startMinute: at('11:30'),
    partySize: 4,
    name: 'Nordbygg AB',
    phone: '+46 8 555 010 31',
    notes: 'Faktura, ref. Sanna',
    stayMinutes: 75,
  },
  {
    startMinute: at('12:00'),
    partySize: 3,
    name: 'Kari Solberg',
    phone: '+47 22 55 01 02',
    lateMinutes: 10,
    stayMinutes: 80,
  },
  { startMinute: at('12:15'), partySize: 1, name: 'Öberg', stayMinutes: 40 },
  { startMinute: at('13:00'), partySize: 2, name: 'Mikkelsen', phone: '+45 33 55 01 12', becomes: 'no_show' },
  {
    startMinute: at('14:15'),
    partySize: 8,
    name: 'Anna-Karin Ek, 60 år',
    phone: '+46 70 555 01 44',
    notes: 'Tårta med ljus, barnstol',
    tables: ['T2', 'T3'],
    waitsMinutes: 5,
    stayMinutes: 165,
  },
  {
    startMinute: at('16:45'),
    partySize: 2,
    name: 'Hanna Virtanen',
    phone: '+358 40 555 0106',
    notes: 'Laktosfritt',
  },
  {
    startMinute: at('17:15'),
    partySize: 6,
    name: 'Bergström',
    phone: '+46 73 555 01 20',
    notes: 'En nötallergi! Firar examen',
    waitsMinutes: 10,
    stayMinutes: 145,
  },
  {
    startMinute: at('17:30'),
    partySize: 4,
    name: 'Freja Holm',
    phone: '+45 20 55 01 33',
    lateMinutes: 5,
    stayMinutes: 110,
  },
  {
    startMinute: at('18:15'),
    partySize: 2,
    name: 'Nilsson',
    phone: '+46 76 555 01 08',
    notes: 'Gärna i baren',
  },
  {
    startMinute: at('18:30'),
    partySize: 2,
    name: 'Ingrid Dahl',
    phone: '+47 90 55 01 77',
    notes: 'Rullstol',
    waitsMinutes: 15,
  },
  {
    startMinute: at('15:00'),
    partySize: 2,
    name: 'Sjögren',
    phone: '+46 70 555 01 90',
    becomes: 'cancelled',
  },
  {
    startMinute: at('19:45'),
    partySize: 3,
    name: 'Erik Åström',
    phone: '+46 72 555 01 65',
    notes: 'Vegetariskt ×2',
  },
  {
    startMinute: at('19:45'),
    partySize: 5,
    name: 'Rasmussen',
    phone: '+45 61 55 01 28',
    lateMinutes: 10,
    stayMinutes: 120,
  },
  { startMinute: at('20:15'), partySize: 2, name: 'Aino Laine', phone: '+358 50 555 0119' },
  { startMinute: at('20:30'), partySize: 2, name: 'Lund', notes: 'Stamgäster' },
];

/**
 * The days after: with room for whoever tries to book. Tomorrow evening a table for four is free, which is what the documentation asks for first.
 */
export const COMING_DAYS: readonly (readonly DemoParty[])[] = [
  [
    {
      startMinute: at('14:30'),
      partySize: 7,
      name: 'Teateröversten',
      phone: '+46 70 555 01 51',
      notes: 'Genomgång, vill sitta ostört',
      tables: ['T2', 'T3'],
    },
    {
      startMinute: at('17:45'),
      partySize: 2,
      name: 'Thea Moen',
      phone: '+47 41 55 01 39',
      notes: 'Førstegangsgjester',
    },
    { startMinute: at('18:15'), partySize: 1, name: 'Hedda Lie' },
    { startMinute: at('20:00'), partySize: 2, name: 'Wikström', phone: '+46 73 555 01 84' },
  ],
  [
    { startMinute: at('12:00'), partySize: 2, name: 'Jonas Kjær', phone: '+45 28 55 01 04' },
    {
      startMinute: at('18:00'),
      partySize: 4,
      name: 'Familjen Hedlund',
      phone: '+46 76 555 01 92',
      notes: 'Två barn',
    },
  ],
];

/** A table that cannot be had for some hours of today, and why. */
export const A_BLOCK = {
  table: 'T4',
  startMinute: at('14:30'),
  endMinute: at('16:30'),
  reason: 'Lampan över bordet lagas',
};
