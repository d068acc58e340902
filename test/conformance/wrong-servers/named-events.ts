import type { Sent, WrongNaming } from '../named-sender.ts';

/** A server that is wrong about events that are sent by name, and the rules that it breaks. */
interface WrongNamer {
  readonly breaks: readonly string[];
  readonly wrong: WrongNaming;
}

const ofType =
  (type: string, change: (sent: Sent) => readonly Sent[]) =>
  (sent: Sent): readonly Sent[] =>
    sent.payload.type === type ? change(sent) : [sent];

const OFFERED = 'waitlist.offered';
const CHANGED = 'availability.changed';

/** With other data. */
const saying =
  (change: (data: Record<string, unknown>) => object) =>
  ({ payload, named }: Sent): readonly Sent[] => [
    { named, payload: { ...payload, data: change(payload.data) } },
  ];

export const NAMED_EVENTS: Readonly<Record<string, WrongNamer>> = {
  'sends offers to all endpoints': {
    breaks: ['D30/unnamed'],
    wrong: { change: ofType(OFFERED, (sent) => [sent, { ...sent, named: false }]) },
  },
  'sends an event of a move to the same time': {
    breaks: ['D32/event'],
    wrong: { chatty: 'moves' },
  },
  'sends no event of a move': {
    breaks: ['D32/event'],
    wrong: { change: ofType('booking.updated', () => []) },
  },
  'sends an event of a hold': { breaks: ['D35/event'], wrong: { chatty: 'holds' } },
  'sends bookings to endpoints of other types': {
    breaks: ['D30/named'],
    wrong: { change: ofType('booking.created', (sent) => [sent, { ...sent, named: true }]) },
  },
  'sends no event of an offer': { breaks: ['D36/event'], wrong: { change: ofType(OFFERED, () => []) } },
  'sends another hold than it offers': {
    breaks: ['D36/event'],
    wrong: {
      change: ofType(
        OFFERED,
        saying((data) => ({ ...data, holdId: 'hd_other' })),
      ),
    },
  },
  'sends no changes of availability': {
    breaks: ['D37/changed'],
    wrong: { change: ofType(CHANGED, () => []) },
  },
  'sends slots with changes of availability': {
    breaks: ['D37/thin'],
    wrong: {
      change: ofType(
        CHANGED,
        saying((data) => ({ ...data, slots: [] })),
      ),
    },
  },
  'sends each change separately': { breaks: ['D37/together'], wrong: { hasty: true } },
};
