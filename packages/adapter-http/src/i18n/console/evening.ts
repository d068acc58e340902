/** What the house reads on its own day: the timeline, the list, the counts above them. */
import type { Language, VisitStage } from '@bord/engine';

/** A language. Times arrive as the clock of the language shows them, minutes as numbers. */
export interface EveningWords {
  readonly walkIn: string;
  readonly newBooking: string;
  readonly counts: {
    readonly label: string;
    readonly parties: string;
    readonly guests: string;
    readonly seated: string;
    /** Within the hour. */
    readonly soon: string;
    readonly late: string;
    readonly free: string;
    readonly unseated: string;
  };
  /** Above who has no table. */
  readonly unseated: string;
  hereSince(time: string): string;
  bookedFor(time: string): string;
  readonly giveTable: string;
  readonly tables: string;
  /** Above tables that the plan has no more. */
  readonly notInPlan: string;
  readonly covers: string;
  people(count: number): string;
  table(ids: readonly string[]): string;
  readonly noTable: string;
  /** Of a guest who was erased. */
  readonly nameless: string;
  /** How far a visit is. */
  readonly stages: Readonly<Record<VisitStage, string>>;
  late(minutes: number): string;
  over(minutes: number): string;
  /** Its time is over, and nothing was noted of it. */
  readonly unnoted: string;
  until(time: string): string;
  /** Of a party of another service date. */
  readonly otherDay: string;
  readonly pinned: string;
  /** Of a table and its seats as they stand on it: `W1 1–2`. */
  newAt(label: string): string;
  readonly outOfSeason: string;
  readonly blocked: string;
  block(table: string, from: string, to: string): string;
  readonly now: string;
  readonly actions: Readonly<Record<'arrive' | 'seat' | 'leave', string>>;
  readonly notComing: string;
  readonly noShow: string;
  readonly cancelled: string;
  readonly closed: string;
  readonly empty: string;
  readonly pictureLabel: string;
  /** What the signs mean, beside those of the stages. */
  readonly legend: Readonly<Record<'free' | 'late' | 'notes' | 'joined' | 'kitchen', string>>;
}

const en: EveningWords = {
  walkIn: 'Walk-in',
  newBooking: 'New booking',
  counts: {
    label: 'The day in numbers',
    parties: 'parties',
    guests: 'guests',
    seated: 'seated now',
    soon: 'within the hour',
    late: 'late',
    free: 'tables free now',
    unseated: 'without a table',
  },
  unseated: 'Without a table',
  hereSince: (time) => `here since ${time}`,
  bookedFor: (time) => `booked for ${time}`,
  giveTable: 'Give a table',
  tables: 'Tables',
  notInPlan: 'Not in the plan',
  covers: 'Arriving',
  people: (count) => (count === 1 ? '1 guest' : `${count} guests`),
  table: (ids) => `${ids.length === 1 ? 'table' : 'tables'} ${ids.join(' + ')}`,
  noTable: 'no table',
  nameless: 'no name',
  stages: { expected: 'expected', arrived: 'arrived', seated: 'seated', gone: 'gone' },
  late: (minutes) => `${minutes} min late`,
  over: (minutes) => `${minutes} min over`,
  unnoted: 'nothing noted',
  until: (time) => `until ${time}`,
  otherDay: 'of another day',
  pinned: 'keeps its table',
  newAt: (label) => `${label}: new booking`,
  outOfSeason: 'out of season',
  blocked: 'Blocked',
  block: (table, from, to) => `${table} is blocked from ${from} to ${to}`,
  now: 'now',
  actions: { arrive: 'Arrived', seat: 'Seat', leave: 'Left' },
  notComing: 'Not coming',
  noShow: 'no-show',
  cancelled: 'cancelled',
  closed: 'Closed on this day.',
  empty: 'Nobody is booked yet.',
  pictureLabel: 'Tables and times. The list has the same bookings.',
  legend: {
    free: 'can be booked',
    late: 'late, or over the time',
    notes: 'has notes',
    joined: 'joined with',
    kitchen: 'the kitchen’s limit',
  },
};

const sv: EveningWords = {
  walkIn: 'Drop-in',
  newBooking: 'Ny bokning',
  counts: {
    label: 'Dagen i siffror',
    parties: 'sällskap',
    guests: 'gäster',
    seated: 'sitter nu',
    soon: 'inom en timme',
    late: 'sena',
    free: 'bord lediga nu',
    unseated: 'utan bord',
  },
  unseated: 'Utan bord',
  hereSince: (time) => `här sedan ${time}`,
  bookedFor: (time) => `bokat till ${time}`,
  giveTable: 'Ge ett bord',
  tables: 'Bord',
  notInPlan: 'Inte i planen',
  covers: 'Ankommer',
  people: (count) => (count === 1 ? '1 gäst' : `${count} gäster`),
  table: (ids) => `bord ${ids.join(' + ')}`,
  noTable: 'inget bord',
  nameless: 'utan namn',
  stages: { expected: 'väntas', arrived: 'har kommit', seated: 'sitter', gone: 'har gått' },
  late: (minutes) => `${minutes} min sen`,
  over: (minutes) => `${minutes} min över`,
  unnoted: 'inget noterat',
  until: (time) => `till ${time}`,
  otherDay: 'från en annan dag',
  pinned: 'behåller sitt bord',
  newAt: (label) => `${label}: ny bokning`,
  outOfSeason: 'utanför säsong',
  blocked: 'Spärrat',
  block: (table, from, to) => `${table} är spärrat från ${from} till ${to}`,
  now: 'nu',
  actions: { arrive: 'Har kommit', seat: 'Placera', leave: 'Har gått' },
  notComing: 'Kommer inte',
  noShow: 'uteblev',
  cancelled: 'avbokat',
  closed: 'Stängt den här dagen.',
  empty: 'Ingen har bokat än.',
  pictureLabel: 'Bord och tider. Samma bokningar finns i listan.',
  legend: {
    free: 'kan bokas',
    late: 'sen, eller över tiden',
    notes: 'har önskemål',
    joined: 'ihop med',
    kitchen: 'kökets gräns',
  },
};

const no: EveningWords = {
  walkIn: 'Drop-in',
  newBooking: 'Ny bestilling',
  counts: {
    label: 'Dagen i tall',
    parties: 'selskaper',
    guests: 'gjester',
    seated: 'sitter nå',
    soon: 'innen en time',
    late: 'forsinket',
    free: 'bord ledige nå',
    unseated: 'uten bord',
  },
  unseated: 'Uten bord',
  hereSince: (time) => `her siden ${time}`,
  bookedFor: (time) => `bestilt til ${time}`,
  giveTable: 'Gi et bord',
  tables: 'Bord',
  notInPlan: 'Ikke i planen',
  covers: 'Ankommer',
  people: (count) => (count === 1 ? '1 gjest' : `${count} gjester`),
  table: (ids) => `bord ${ids.join(' + ')}`,
  noTable: 'ikke noe bord',
  nameless: 'uten navn',
  stages: { expected: 'ventes', arrived: 'har kommet', seated: 'sitter', gone: 'har gått' },
  late: (minutes) => `${minutes} min sen`,
  over: (minutes) => `${minutes} min over`,
  unnoted: 'ingenting notert',
  until: (time) => `til ${time}`,
  otherDay: 'fra en annen dag',
  pinned: 'beholder bordet sitt',
  newAt: (label) => `${label}: ny bestilling`,
  outOfSeason: 'utenfor sesong',
  blocked: 'Sperret',
  block: (table, from, to) => `${table} er sperret fra ${from} til ${to}`,
  now: 'nå',
  actions: { arrive: 'Har kommet', seat: 'Plasser', leave: 'Har gått' },
  notComing: 'Kommer ikke',
  noShow: 'møtte ikke',
  cancelled: 'avbestilt',
  closed: 'Stengt denne dagen.',
  empty: 'Ingen har bestilt ennå.',
  pictureLabel: 'Bord og tider. De samme bestillingene står i listen.',
  legend: {
    free: 'kan bestilles',
    late: 'sen, eller over tiden',
    notes: 'har ønsker',
    joined: 'sammen med',
    kitchen: 'kjøkkenets grense',
  },
};

const da: EveningWords = {
  walkIn: 'Drop-in',
  newBooking: 'Ny bestilling',
  counts: {
    label: 'Dagen i tal',
    parties: 'selskaber',
    guests: 'gæster',
    seated: 'sidder nu',
    soon: 'inden for en time',
    late: 'forsinkede',
    free: 'borde ledige nu',
    unseated: 'uden bord',
  },
  unseated: 'Uden bord',
  hereSince: (time) => `her siden ${time}`,
  bookedFor: (time) => `bestilt til ${time}`,
  giveTable: 'Giv et bord',
  tables: 'Borde',
  notInPlan: 'Ikke i planen',
  covers: 'Ankommer',
  people: (count) => (count === 1 ? '1 gæst' : `${count} gæster`),
  table: (ids) => `${ids.length === 1 ? 'bord' : 'borde'} ${ids.join(' + ')}`,
  noTable: 'intet bord',
  nameless: 'uden navn',
  stages: { expected: 'ventes', arrived: 'er kommet', seated: 'sidder', gone: 'er gået' },
  late: (minutes) => `${minutes} min. sen`,
  over: (minutes) => `${minutes} min. over`,
  unnoted: 'intet noteret',
  until: (time) => `til ${time}`,
  otherDay: 'fra en anden dag',
  pinned: 'beholder sit bord',
  newAt: (label) => `${label}: ny bestilling`,
  outOfSeason: 'uden for sæsonen',
  blocked: 'Spærret',
  block: (table, from, to) => `${table} er spærret fra ${from} til ${to}`,
  now: 'nu',
  actions: { arrive: 'Er kommet', seat: 'Placér', leave: 'Er gået' },
  notComing: 'Kommer ikke',
  noShow: 'udeblev',
  cancelled: 'afbestilt',
  closed: 'Lukket denne dag.',
  empty: 'Ingen har bestilt endnu.',
  pictureLabel: 'Borde og tider. De samme bestillinger står på listen.',
  legend: {
    free: 'kan bestilles',
    late: 'sen, eller over tiden',
    notes: 'har ønsker',
    joined: 'sammen med',
    kitchen: 'køkkenets grænse',
  },
};

/** What is said on the day, by language. */
export const evening: Readonly<Record<Language, EveningWords>> = { sv, en, no, da };
