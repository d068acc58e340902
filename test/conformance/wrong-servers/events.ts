import { type Missending, nowSeconds, signedAt, signedWith } from '../sender.ts';

/** A server whose events are wrong in one way, and the rules that it breaks. */
export interface WrongSender extends Missending {
  readonly breaks: readonly string[];
}

export const EVENTS: Readonly<Record<string, WrongSender>> = {
  // Without the event, its comparison with the booking cannot run.
  'sends no event of a new booking': { breaks: ['§6.1/created'], silentOn: 'booking.created' },
  'sends no event of a cancellation': { breaks: ['§6.1/cancelled'], silentOn: 'booking.cancelled' },
  'omits the end in events': {
    breaks: ['§6.2/booking', '§6.2/shape'],
    payload: ({ payload }) => delete payload.data.endsAt,
  },
  'writes the event time as text in milliseconds': {
    breaks: ['§6.2/shape'],
    payload: ({ payload }) => (payload.created = `${payload.created}000`),
  },
  'sends another event for cancellations, too': {
    breaks: ['§6.1/cancelled', '§6.2/type'],
    payload: ({ payload }) => {
      if (payload.type !== 'booking.cancelled') return;
      payload.type = 'booking.deleted';
      payload.id = payload.id.replace('cancelled', 'deleted');
    },
  },
  'changes the format of event ids': {
    breaks: ['§6.2/id'],
    payload: ({ payload }) => (payload.id = payload.id.replaceAll(':', '-')),
  },
  'sends another party size': {
    breaks: ['§6.2/booking'],
    payload: ({ payload }) => (payload.data.partySize += 1),
  },
  'omits the reference in events': {
    breaks: ['§6.2/booking'],
    payload: ({ payload }) => (payload.data.partnerBookingRef = null),
  },
  'sends other guests': {
    breaks: ['§6.2/guest'],
    payload: ({ payload }) => (payload.data.guest = { name: 'Alva', email: 'alva@example.com', phone: null }),
  },
  'sends another event id with each attempt': {
    breaks: ['§6.3/event-id'],
    headers: (headers, { attempt }) => (headers['x-partner-event-id'] += `#${attempt}`),
  },
  'sends events as plain text': {
    breaks: ['§6.3/content-type'],
    headers: (headers) => (headers['content-type'] = 'text/plain'),
  },
  'signs with another secret': { breaks: ['§6.4/signature'], headers: signedWith('whsec_other') },
  'writes the signature in capitals': {
    breaks: ['§6.4/signature'],
    headers: (headers) =>
      (headers['x-partner-signature'] = headers['x-partner-signature']!.replace(
        /v1=.*/,
        (hex) => `v1=${hex.slice(3).toUpperCase()}`,
      )),
  },
  'sends events without a signature': {
    breaks: ['§6.4/signature', '§6.4/time'],
    headers: (headers) => delete headers['x-partner-signature'],
  },
  'signs with a time of 15 minutes ago': {
    breaks: ['§6.4/time'],
    headers: signedAt(() => nowSeconds() - 900),
  },
  'sends each event only once': { breaks: ['§6.5/repeated'], attempts: 1 },
  'sends another body in a retry': {
    breaks: ['§6.5/repeated'],
    payload: ({ payload, attempt }) => (payload.attempt = attempt),
  },
};
