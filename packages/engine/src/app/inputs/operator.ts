import {
  anyObject,
  argument,
  callback,
  flag,
  list,
  maybe,
  number,
  object,
  orNull,
  type Shape,
  text,
} from '../../core/shape.ts';
import type { ApiKeyRecord } from '../../core/access/api-key.ts';
import type { LocationPlan } from '../../core/location/location.ts';
import { checking, guarded, type Inputs, returning } from '../guarded.ts';
import type { ImportOptions, ImportRow } from '../operator/import-bookings.ts';
import type { ApiKeyRequest } from '../operator/keys.ts';
import type { EndpointRequest } from '../operator/endpoints.ts';
import type { ApplyOptions, PlanToApply, RemoveOptions } from '../operator/locations.ts';
import type { OperatorActions } from '../operator/operator-actions.ts';
import type { StaffRequest } from '../operator/staff.ts';
import { bookingInput, locationId, maybeText, numberOf, tableChoice, textOf, textsOrNone } from './fields.ts';
import { knownBookingInputs, locationInputs } from './location.ts';
import { applyOptions, locationPlan, menu } from './plan.ts';

const importRow = object<ImportRow>({
  request: (value, path) => {
    bookingInput(value, path);
    text((value as ImportRow['request']).idempotencyKey, [...path, 'idempotencyKey']);
  },
  choice: maybe(tableChoice),
  isCancelled: maybe(flag),
});

const idOrNull: Shape<string | null> = argument('locationId', orNull(text));
const progress: Shape<((...done: number[]) => void) | undefined> = argument('progress', maybe(callback));
const record: Shape<ApiKeyRecord> = argument('record', anyObject);
const endpointId = textOf('endpointId');
const email = textOf('email');
const atLocation = maybe(
  object<{ readonly locationId?: string | undefined }>({ locationId: maybeText }, 'of'),
);

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
    { one: [locationPlan, idOrNull, applyOptions], all: [plansToApply, applyOptions] },
    { one: method, all: method },
  );
  return ((...args: readonly never[]) =>
    Array.isArray(args[0]) ? all(...(args as [never])) : one(...(args as [never, never]))) as M;
}

export const operatorInputs: Inputs<OperatorActions> = {
  at: returning([locationId], locationInputs),
  bookings: {
    ...knownBookingInputs,
    import: [
      locationId,
      argument('rows', list(importRow)),
      maybe(
        object<ImportOptions>(
          { dryRun: maybe(flag), writesMail: maybe(flag), progress: maybe(callback) },
          'options',
        ),
      ),
    ],
  },
  guests: {
    export: [email],
    erase: [email],
    purge: [argument('endedBeforeMs', number), argument('locationId', maybe(orNull(text))), progress],
  },
  holds: { read: [textOf('holdId')], release: [textOf('holdId')] },
  keys: {
    create: [
      object<ApiKeyRequest>({
        partner: text,
        locationIds: orNull(list(text)),
        scopes: maybe(list(text)),
        rateLimit: maybe(number),
        expiresMs: maybe(orNull(number)),
      }),
    ],
    createSandbox: [object({ locationId: text, email: text, system: text })],
    rotate: [textOf('keyId'), numberOf('overlapMs')],
    list: [],
    revoke: [textOf('keyId')],
    isActive: checking(record),
  },
  locations: {
    apply: oneOrAll,
    review: oneOrAll,
    reviewRemoval: [locationId],
    remove: [locationId, maybe(object<RemoveOptions>({ force: maybe(flag) }, 'options'))],
    list: [],
    read: [locationId],
  },
  mails: { list: [argument('limit', number)], retry: [] },
  maintenance: { readTime: [], acceptTime: [], scrub: [] },
  menus: { read: [locationId], apply: [locationId, menu] },
  secretKeys: { readFit: [], confirm: [], accept: [] },
  service: { isEnabled: [], setEnabled: [argument('enabled', flag)] },
  staff: {
    add: [object<StaffRequest>({ email: text, name: maybeText, locationId: text, role: text })],
    list: [atLocation],
    remove: [textOf('staffId'), atLocation],
    signIn: [textOf('staffId'), textOf('label')],
    link: [textOf('staffId'), numberOf('lastsMs')],
    sessions: [argument('staffId', maybeText)],
    endSession: [textOf('sessionId')],
  },
  tables: { unblock: [textOf('blockId')] },
  waitlist: { read: [textOf('waitingId')], leave: [textOf('waitingId')] },
  webhooks: {
    add: [
      object<EndpointRequest>({
        partner: orNull(text),
        url: text,
        eventTypes: textsOrNone,
        locationIds: textsOrNone,
        includeGuest: maybe(flag),
      }),
    ],
    list: [],
    read: [endpointId],
    enable: [endpointId],
    disable: [endpointId],
    remove: [endpointId],
    rotateSecret: [endpointId, numberOf('overlapMs')],
    test: [endpointId],
    replay: [object({ endpointId: text, eventId: text }, 'event')],
    replayFailed: [endpointId, progress],
    deliveries: [endpointId, numberOf('limit')],
  },
};
