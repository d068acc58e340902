/** Inputs of guests at a booking page. */
import { anything, flag, maybe, number, text } from '../../core/shape.ts';
import { type Inputs, returning } from '../guarded.ts';
import type { VisitorActions } from '../visitor/visitor-actions.ts';
import type { BookedActions } from '../visitor/visitor-booked.ts';
import { dayWish, guest, maybeText, moveRequest, textOrNone } from './fields.ts';

export const visitorRequest = { networkKey: text, assistant: maybeText, subject: anything };

const bookedInputs: Inputs<BookedActions> = { open: [], times: [dayWish], move: [moveRequest], cancel: [] };

const choice = { startMs: number, partySize: number, area: textOrNone };

export const visitorInputs: Inputs<VisitorActions> = {
  restaurants: [],
  restaurant: ['alias'],
  times: ['locationId', ['wish?', { date: maybeText, partySize: maybe(number), area: textOrNone }]],
  hold: ['locationId', { ...choice, ref: textOrNone, isProven: maybe(flag), idempotencyKey: maybeText }],
  mailHold: ['locationId', { ...choice, ref: textOrNone, email: text, language: text }],
  openLink: ['token'],
  confirmLink: ['token'],
  held: ['token'],
  change: ['token', ['choice', choice]],
  confirm: ['token', ['guest', guest]],
  booked: returning(['handle'], bookedInputs),
  wait: [
    'locationId',
    ['entry', { date: text, fromMs: number, toMs: number, partySize: number, area: textOrNone, guest }],
  ],
  release: ['token'],
  workSecrets: [],
  useWork: ['signature'],
};
