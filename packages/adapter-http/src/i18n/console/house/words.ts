/** The house's pages of the console: its months, turn times, plan, closures and people. */
import type { Concern } from '@bord/engine';

export interface HouseWords {
  /** Names of the house's pages, in the bar between them. */
  readonly pages: Readonly<Record<HousePage, string>>;
  /** What the bar is, for who hears it. */
  readonly nav: string;
  /** Where what stands there is in another zone than the reader's may be: `Tider i Europe/Stockholm`. */
  zone(timeZone: string): string;
  readonly month: MonthWords;
  readonly turns: TurnWords;
  readonly plan: PlanWords;
  readonly closures: ClosureWords;
  readonly review: ReviewWords;
  readonly people: PeopleWords;
  readonly demo: DemoWords;
}

export type HousePage = 'month' | 'turns' | 'plan' | 'closures' | 'review' | 'people';

interface MonthWords {
  readonly previous: string;
  readonly next: string;
  readonly current: string;
  readonly choose: string;
  readonly show: string;
  /** Above the days of the week. */
  caption(month: string): string;
  readonly covers: string;
  readonly parties: string;
  readonly refused: string;
  /** What is meant by it. */
  readonly refusedHint: string;
  readonly noShows: string;
  readonly cancelled: string;
  readonly date: string;
  readonly hints: string;
  readonly today: string;
  readonly shut: string;
  readonly closed: string;
  readonly closedHours: string;
  special(periods: string): string;
  byHouse(covers: number): string;
  /** A cell as it is read out: `42 gäster i 15 sällskap, 6 avvisade`. */
  day(day: { readonly covers: number; readonly parties: number; readonly refused: number }): string;
  /** Below the figures of the days. */
  readonly dayByDay: string;
  /** Heading, and what it shows. */
  readonly unmetDemand: string;
  readonly unmetHint: string;
  readonly nobody: string;
  readonly weekday: string;
  readonly why: string;
  requests(count: number): string;
  readonly legend: string;
  readonly fewer: string;
  readonly more: string;
}

interface TurnWords {
  readonly lead: string;
  /** `132 besök är kända, 2026-08-24 till 2026-11-22` */
  known(stays: number, from: string, to: string): string;
  leftOut(count: number): string;
  readonly period: string;
  readonly guests: string;
  readonly planned: string;
  readonly half: string;
  readonly most: string;
  readonly stays: string;
  readonly proposal: string;
  readonly asPlanned: string;
  rather(minutes: number): string;
  tooFew(enough: number): string;
  readonly none: string;
  /** Above the lines for the file. */
  readonly inFile: string;
  readonly from: string;
  readonly to: string;
  readonly show: string;
}

interface PlanWords {
  /** Whoever looks for a button: the plan is changed elsewhere. */
  readonly readOnly: string;
  readonly tables: string;
  readonly table: string;
  readonly seats: string;
  readonly when: string;
  readonly noArea: string;
  readonly houseOnly: string;
  readonly combinations: string;
  readonly noCombinations: string;
  readonly periods: string;
  readonly period: string;
  readonly days: string;
  readonly hours: string;
  readonly lastSeating: string;
  readonly slots: string;
  every(minutes: number): string;
  readonly sizes: string;
  readonly daily: string;
  readonly rules: string;
  readonly turnTimes: string;
  readonly buffer: string;
  readonly pacing: string;
  readonly leadTime: string;
  readonly horizon: string;
  readonly freeze: string;
  readonly cutoff: string;
  minutes(count: number): string;
  dayCount(count: number): string;
  coversAStep(count: number): string;
  partiesAStep(count: number): string;
  readonly file: string;
  readonly fileHint: string;
  readonly download: string;
  readonly copy: string;
  readonly copied: string;
  readonly season: SeasonWords;
}

interface SeasonWords {
  until(end: string): string;
  from(start: string): string;
  between(start: string, end: string): string;
  readonly or: string;
  not(when: string): string;
}

interface ClosureWords {
  readonly none: string;
  readonly from: string;
  readonly to: string;
  readonly reason: string;
  readonly add: string;
  readonly addHint: string;
  readonly fromDate: string;
  readonly fromTime: string;
  readonly toDate: string;
  readonly toTime: string;
  readonly timesHint: string;
  readonly reasonHint: string;
  readonly close: string;
  readonly open: string;
  /** For who hears a button: which closure it opens. */
  openAgain(closure: string): string;
  askOpen(closure: string): string;
  readonly keep: string;
  readonly added: string;
  readonly removed: string;
  readonly gone: string;
  /** Those who stay in it. */
  standing(count: number): string;
  readonly noneStanding: string;
  readonly over: string;
  readonly faults: {
    readonly from: string;
    readonly to: string;
    readonly times: string;
    readonly order: string;
    readonly reason: string;
  };
}

interface ReviewWords {
  readonly lead: string;
  readonly file: string;
  readonly fileHint: string;
  readonly text: string;
  readonly check: string;
  readonly nothing: string;
  tooLarge(kib: number): string;
  readonly notText: string;
  readonly faults: string;
  /** Nothing was changed. */
  wouldUpdate(name: string): string;
  readonly unchanged: string;
  readonly asItIs: string;
  readonly changes: string;
  readonly what: string;
  readonly now: string;
  readonly then: string;
  staying(count: number): string;
  refused(count: number): string;
  readonly refusedTodo: string;
  readonly closuresStay: string;
  readonly closuresGo: string;
  readonly otherHouse: string;
  readonly warning: string;
  readonly apply: string;
  readonly another: string;
  readonly concerns: Readonly<Record<Concern, string>>;
  readonly day: string;
  readonly time: string;
  readonly party: string;
  readonly tables: string;
  readonly name: string;
  readonly contact: string;
}

interface PeopleWords {
  readonly lead: string;
  readonly name: string;
  readonly email: string;
  readonly role: string;
  readonly host: string;
  readonly manager: string;
  readonly hostMay: string;
  readonly managerMay: string;
  readonly add: string;
  readonly addHint: string;
  readonly save: string;
  readonly remove: string;
  askRemove(name: string): string;
  readonly removeHint: string;
  readonly keep: string;
  readonly you: string;
  readonly nobody: string;
  readonly added: string;
  readonly changed: string;
  readonly removed: string;
  readonly lastManager: string;
  readonly badEmail: string;
  readonly badName: string;
}

/** The way into the demo restaurant, for who tries Bord. */
interface DemoWords {
  readonly title: string;
  readonly lead: string;
  readonly open: string;
}
