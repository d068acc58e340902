/** The parties of the demo restaurant, by service date: the same on every day, apart from the guests of the days ahead. */
export interface DemoParty {
  /** Which party of the day it is: its place in the idempotency key. */
  readonly index: number;
  /** Minutes after midnight by the clock of the restaurant. */
  readonly startMinute: number;
  readonly partySize: number;
  readonly name: string;
  readonly phone: string | null;
  readonly notes: string | null;
  /** Minutes from its start until it is seated. Default: 0. */
  readonly lateMinutes?: number;
  /** Minutes for which it waits at the door before that. */
  readonly waitsMinutes?: number;
  /** Minutes for which it stays. Default: some minutes less than its turn time. */
  readonly stayMinutes?: number;
  readonly becomes?: 'no_show' | 'cancelled';
}

const minute = (time: string): number => {
  const [hours, minutes] = time.split(':').map(Number) as [number, number];
  return hours * 60 + minutes;
};

type Course = Pick<DemoParty, 'lateMinutes' | 'waitsMinutes' | 'stayMinutes' | 'becomes'>;
type Line = readonly [
  time: string,
  size: number,
  name: string,
  phone: string | null,
  notes?: string | null,
  course?: Course,
];

/** Lunch, then a full dinner. Between 18:45 and 20:45 parties stay longer than their time, and the next ones wait. */
const DAY: readonly Line[] = [
  ['12:00', 2, 'Lindqvist', null, null, { stayMinutes: 65 }],
  ['12:00', 4, 'Nordbygg AB', '+46 8 555 010 31', 'Faktura, ref. Sanna', { stayMinutes: 75 }],
  ['12:30', 3, 'Kari Solberg', '+47 22 55 01 02', null, { lateMinutes: 10, stayMinutes: 80 }],
  ['13:00', 2, 'Mikkelsen', '+45 33 55 01 12', null, { becomes: 'no_show' }],
  ['17:00', 4, 'Bergström', '+46 73 555 01 20', 'Nötallergi! Firar examen', { stayMinutes: 150 }],
  ['17:15', 2, 'Hanna Virtanen', '+358 40 555 0106', 'Laktosfritt', { stayMinutes: 105 }],
  ['17:30', 5, 'Freja Holm', '+45 20 55 01 33', 'Barnstol', { waitsMinutes: 5 }],
  ['17:30', 3, 'Wikström', '+46 73 555 01 84', null, { lateMinutes: 5 }],
  ['17:45', 2, 'Nilsson', '+46 76 555 01 08', 'Gärna i baren', { stayMinutes: 105 }],
  ['18:00', 2, 'Ingrid Dahl', '+47 90 55 01 77', 'Rullstol', { waitsMinutes: 15 }],
  ['18:00', 7, 'Anna-Karin Ek, 60 år', '+46 70 555 01 44', 'Tårta med ljus', { stayMinutes: 140 }],
  ['18:00', 4, 'Familjen Hedlund', '+46 76 555 01 92', 'Två barn', { stayMinutes: 165 }],
  ['18:15', 2, 'Sjögren', '+46 70 555 01 90', null, { becomes: 'cancelled' }],
  ['18:15', 2, 'Jonas Kjær', '+45 28 55 01 04', 'Skaldjursallergi'],
  ['18:30', 4, 'Aino Laine', '+358 50 555 0119', null, { lateMinutes: 10, waitsMinutes: 5 }],
  ['18:30', 6, 'Rasmussen', '+45 61 55 01 28', 'En glutenallergi', { stayMinutes: 140 }],
  ['18:45', 2, 'Thea Moen', '+47 41 55 01 39', 'Förstagångsgäster'],
  ['19:00', 2, 'Lund', null, 'Stamgäster'],
  ['19:00', 7, 'Teateröversten', '+46 70 555 01 51', 'Måste gå 20:45', { stayMinutes: 105 }],
  ['19:15', 4, 'Erik Åström', '+46 72 555 01 65', 'Vegetariskt ×2', { lateMinutes: 28, waitsMinutes: 25 }],
  ['19:15', 3, 'Öberg', '+46 70 555 01 13'],
  ['19:30', 4, 'O’Brien', '+46 70 555 01 71', 'Jordnötsallergi, har med sig EpiPen', { waitsMinutes: 10 }],
  ['19:30', 2, 'Maja Forsberg', '+46 73 555 01 47', 'Lugnt bord, friar'],
  ['19:45', 2, 'Hedda Lie', '+47 93 55 01 60', null, { lateMinutes: 15 }],
  ['20:00', 5, 'Svensson', '+46 70 555 01 26', 'Födelsedag'],
  ['20:15', 2, 'Pedersen', '+45 50 55 01 87', 'Gravid: inget rått'],
  ['20:30', 4, 'Karin Blom', '+46 76 555 01 35'],
  ['20:30', 6, 'Ahlgren', '+46 72 555 01 58', 'Fiskallergi'],
  ['20:45', 2, 'Salonen', '+358 44 555 0142'],
  ['21:00', 2, 'Ekdahl', null, 'Efter teatern'],
];

const FIRST = 'Alma Emil Saga Oskar Tuva Nils Ebba Axel Signe Viggo Liv Elias Runa Aksel Stina Jon'.split(
  ' ',
);
const LAST =
  'Berglund Dahlin Engström Fors Granlund Haugen Isaksen Jensen Korhonen Lindahl Møller Norén Ståhl'.split(
    ' ',
  );

/** How many days ahead Bord fills the book. */
export const DAYS_AHEAD = 7;

/**
 * The parties that are in the book of a service date that many days before it. The nearer the date, the more: on the date itself all of them.
 */
export function demoParties(daysAhead: number): readonly DemoParty[] {
  return DAY.map(([time, partySize, name, phone, notes = null, course], index) => {
    const party = { index, startMinute: minute(time), partySize, name, phone, notes, ...course };
    return daysAhead === 0 ? party : { ...party, ...guestOf(daysAhead * DAY.length + index) };
  }).filter(({ index }) => (index * 5) % (DAYS_AHEAD + 1) >= daysAhead);
}

/** One of 208 guests; the days ahead have 210 places. */
function guestOf(n: number): Pick<DemoParty, 'name' | 'phone' | 'notes'> {
  const name = `${FIRST[n % FIRST.length]} ${LAST[n % LAST.length]}`;
  return {
    name,
    phone: `+46 70 555 ${String(1000 + n * 37).slice(-4)}`,
    notes: DAY[(n * 7) % DAY.length]![4] ?? null,
  };
}

/** The parties on the waitlist of today: no table is free for eight at these times. */
export const WAITING = [
  {
    name: 'Roos',
    phone: '+46 70 555 01 66',
    notes: 'Väntar i baren',
    partySize: 8,
    from: minute('18:45'),
    to: minute('19:45'),
  },
  {
    name: 'Elin Dahlqvist',
    phone: '+46 73 555 01 94',
    notes: null,
    partySize: 8,
    from: minute('19:45'),
    to: minute('20:15'),
  },
];

/** A table that is not available for some hours of today, and why. */
export const BLOCK = {
  table: '33',
  startMinute: minute('16:30'),
  endMinute: minute('21:30'),
  reason: 'Lampan över bordet lagas',
};
