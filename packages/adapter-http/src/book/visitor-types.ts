/** The types of the engine's actions for guests at a booking page. */
import type { Engine, Guest } from '@bord/engine';

export type VisitorActions = ReturnType<Engine['visitor']>;

/** A location with a booking page. */
export type PagedLocation = Awaited<ReturnType<VisitorActions['restaurant']>>;
export type VisitorTimes = Awaited<ReturnType<VisitorActions['times']>>;
export type HeldVisit = Awaited<ReturnType<VisitorActions['held']>>;
export type VisitorLink = Awaited<ReturnType<VisitorActions['openLink']>>;
export type VisitorBookOutcome = Awaited<ReturnType<VisitorActions['confirm']>>;
export type VisitorGuest = Pick<Guest, 'name'> & Partial<Guest>;
