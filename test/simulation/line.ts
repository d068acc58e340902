/** Who waits, as the rows of a location have it. */
import type { Booking } from '@bord/engine';
import type { WaitingTerms } from '@bord/engine/storage';

export const termsOf = (row: Booking): WaitingTerms => row.terms as WaitingTerms;

/** The row stands in the line. */
export const isInLine = ({ kind, status }: Booking): boolean => kind === 'waiting' && status === 'confirmed';
