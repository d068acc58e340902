/** Inputs of the operator. */
import { anyObject, callback, flag, list, maybe, number, object, orNull, text } from '../../core/shape.ts';
import type { LocationPlan } from '../../core/location/location.ts';
import { checking, guarded, type Inputs, returning } from '../guarded.ts';
import type { ImportRow } from '../operator/import-bookings.ts';
import type { ApplyOptions, PlanToApply } from '../operator/locations.ts';
import type { OperatorActions } from '../operator/operator-actions.ts';
import { bookingInput, maybeText, tableChoice, textsOrNone } from './fields.ts';
import { knownBookingInputs, locationInputs } from './location.ts';
import { applyOptions, locationPlan, menu } from './plan.ts';

const importRow = object<ImportRow>({
  request: object<ImportRow['request']>({ ...bookingInput, idempotencyKey: text }),
  choice: maybe(tableChoice),
  isCancelled: maybe(flag),
});

const atLocation = ['of?', { locationId: maybeText }] as const;

const plansToApply = list(
  object<PlanToApply>({ plan: locationPlan, locationId: orNull(text), closures: maybe(text) }),
);

interface Forms {
  one(plan: LocationPlan, locationId: string | null, options?: ApplyOptions): Promise<unknown>;
  all(plans: readonly PlanToApply[], options?: ApplyOptions): Promise<unknown>;
}

/** A plan with the id of its location, or a list of both. */
function oneOrAll<M extends Forms['one'] & Forms['all']>(method: M): M {
  const { one, all } = guarded<Forms, Forms>(
    { one: [locationPlan, ['locationId', orNull(text)], applyOptions], all: [plansToApply, applyOptions] },
    { one: method, all: method },
  );
  return ((...args: readonly never[]) =>
    Array.isArray(args[0]) ? all(...(args as [never])) : one(...(args as [never, never]))) as M;
}

export const operatorInputs: Inputs<OperatorActions> = {
  at: returning(['locationId'], locationInputs),
  bookings: {
    ...knownBookingInputs,
    import: [
      'locationId',
      ['rows', list(importRow)],
      ['options?', { dryRun: maybe(flag), writesMail: maybe(flag), progress: maybe(callback) }],
    ],
  },
  guests: {
    export: ['email'],
    erase: ['email'],
    purge: [
      ['endedBeforeMs', number],
      ['locationId?', orNull(text)],
      ['progress?', callback],
    ],
  },
  holds: { read: ['holdId'], release: ['holdId'] },
  keys: {
    create: [
      {
        partner: text,
        locationIds: orNull(list(text)),
        scopes: maybe(list(text)),
        rateLimit: maybe(number),
        expiresMs: maybe(orNull(number)),
      },
    ],
    createSandbox: [{ locationId: text, email: text, system: text }],
    rotate: ['keyId', ['overlapMs?', number]],
    list: [],
    revoke: ['keyId'],
    isActive: checking(['record', anyObject]),
  },
  locations: {
    apply: oneOrAll,
    review: oneOrAll,
    reviewRemoval: ['locationId'],
    remove: ['locationId', ['options?', { force: maybe(flag) }]],
    list: [],
    read: ['locationId'],
  },
  mails: { list: [['limit', number]], retry: [] },
  maintenance: { readTime: [], acceptTime: [], scrub: [] },
  menus: { read: ['locationId'], apply: ['locationId', menu] },
  secretKeys: { readFit: [], confirm: [], accept: [] },
  service: { isEnabled: [], setEnabled: [['enabled', flag]] },
  staff: {
    add: [{ email: text, name: maybeText, locationId: text, role: text }],
    list: [atLocation],
    remove: ['staffId', atLocation],
    signIn: ['staffId', 'label'],
    link: ['staffId', ['lastsMs?', number]],
    sessions: ['staffId?'],
    endSession: ['sessionId'],
  },
  tables: { unblock: ['blockId'] },
  waitlist: { read: ['waitingId'], leave: ['waitingId'] },
  webhooks: {
    add: [
      {
        partner: orNull(text),
        url: text,
        eventTypes: textsOrNone,
        locationIds: textsOrNone,
        includeGuest: maybe(flag),
      },
    ],
    list: [],
    read: ['endpointId'],
    enable: ['endpointId'],
    disable: ['endpointId'],
    remove: ['endpointId'],
    rotateSecret: ['endpointId', ['overlapMs?', number]],
    test: ['endpointId'],
    replay: [['event', { endpointId: text, eventId: text }]],
    replayFailed: ['endpointId', ['progress?', callback]],
    deliveries: ['endpointId', ['limit?', number]],
  },
};
