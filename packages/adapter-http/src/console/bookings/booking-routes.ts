import type { Answer } from '../../http/answer.ts';
import { consoleRedirect } from '../console-document.ts';
import type { ConsoleInput, ConsoleRoute, PartRoutes } from '../console-route.ts';
import { sendAssign, assignPage } from './assign-page.ts';
import { sendBlock, blockPage, sendUnblock } from './block-page.ts';
import { sendCancel, cancelPage } from './cancel-page.ts';
import { cardAnswer } from './card-page.ts';
import type { BookingInput, SentBooking } from './booking-input.ts';
import { sendClose, closePage, sendOpen } from './close-page.ts';
import { sendEdit, editPage } from './edit-page.ts';
import { sendExtend, extendPage } from './extend-page.ts';
import { sendMove, movePage } from './move-page.ts';
import { sendBook, newPage } from './new-page.ts';
import { holdsPage, sendRelease } from './holds-page.ts';
import { hrefOf } from './origin.ts';
import { recentPage } from './recent-page.ts';
import { searchPage } from './search-page.ts';
import { sendSeat, seatPage } from './seat-page.ts';
import { SIMPLE_STEPS, stepAnswer, takeStep } from './simple-steps.ts';
import { sendSurge, surgePage } from './surge-page.ts';
import { sendWalkIn, walkInPage } from './walk-in-page.ts';

interface BookingPage {
  readonly show: (input: BookingInput) => Promise<Answer> | Answer;
  readonly send: (input: SentBooking) => Promise<Answer> | Answer;
}

const PAGES: Readonly<Record<string, BookingPage>> = {
  seat: { show: (input) => seatPage(input), send: sendSeat },
  assign: { show: (input) => assignPage(input), send: sendAssign },
  extend: { show: (input) => extendPage(input), send: sendExtend },
  move: { show: (input) => movePage(input), send: sendMove },
  edit: { show: (input) => editPage(input), send: sendEdit },
  cancel: { show: (input) => cancelPage(input), send: sendCancel },
  ...Object.fromEntries(
    Object.entries(SIMPLE_STEPS).map(([path, step]): [string, BookingPage] => [
      path,
      {
        show: (input) => stepAnswer(input, path, step),
        send: (input) => takeStep(input, path, step),
      },
    ]),
  ),
};

/** The booking in the path; `booking_not_found` also for one of another restaurant. */
async function withBooking<I extends ConsoleInput>(input: I): Promise<I & BookingInput> {
  return { ...input, booking: await input.house.bookings.read(input.ids['id'] ?? '') };
}

export const bookingRoutes: PartRoutes = () => {
  const ofBookings = Object.entries(PAGES).map(([path, { show, send }]): ConsoleRoute => ({
    path: `/console/:location/bookings/:id/${path}`,
    read: async (input) => show(await withBooking(input)),
    change: async (input) => send(await withBooking(input)),
  }));
  const back = async (input: ConsoleInput): Promise<Answer> => consoleRedirect(hrefOf(input, ''));
  return [
    {
      path: '/console/:location/bookings/:id',
      read: async (input) => cardAnswer(await withBooking(input)),
    },
    ...ofBookings,
    { path: '/console/:location/walk-in', read: (input) => walkInPage(input), change: sendWalkIn },
    { path: '/console/:location/new', read: (input) => newPage(input), change: sendBook },
    { path: '/console/:location/block', read: (input) => blockPage(input), change: sendBlock },
    { path: '/console/:location/block/:id/unblock', read: back, change: sendUnblock },
    { path: '/console/:location/holds', read: holdsPage },
    {
      path: '/console/:location/holds/:id/release',
      read: async (input) => consoleRedirect(hrefOf(input, '/holds')),
      change: sendRelease,
    },
    { path: '/console/:location/close', read: (input) => closePage(input), change: sendClose },
    { path: '/console/:location/close/:id/open', read: back, change: sendOpen },
    { path: '/console/:location/search', read: searchPage },
    { path: '/console/:location/recent', read: recentPage },
    { path: '/console/:location/surge', read: surgePage, change: sendSurge },
  ];
};
