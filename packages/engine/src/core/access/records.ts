/** The small records that a storage keeps, and the steps by which they change. */
import type { Delivery } from '../outbox/delivery.ts';
import type { Endpoint } from '../booking/event.ts';
import type { ApiKeyRecord } from './api-key.ts';
import type { SignUp } from './sign-up.ts';
import type { NewSession, Passkey, SignInLink, StaffMember } from './staff.ts';

/** Whether the partner API answers (§7, 503). There is one record. */
export interface ServiceSwitch {
  /** Always 1. */
  readonly id: 1;
  /** True until the operator switches the API off. */
  readonly enabled: boolean;
}

/** The secret key that the sealed secrets and the links of the database were made with. There is one record. */
export interface SecretKeyRecord {
  /** Always 1. */
  readonly id: 1;
  /** 32 hexadecimal digits; null until a key was used. */
  readonly fingerprint: string | null;
}

/** The time of the last nightly maintenance, by which a jump of the clock is noticed (D45). One record, or none before the first run. */
export interface MaintenanceRun {
  /** Always 1. */
  readonly id: 1;
  /** The last run on trusted time, in milliseconds since 1970, by the storage's clock. */
  readonly lastRunMs: number;
}

/** A challenge that a passkey has signed: each is valid once. */
export interface UsedChallenge {
  /** SHA-256 (hex) of the challenge. */
  readonly hash: string;
  /** In milliseconds since 1970, by the storage's clock. */
  readonly usedMs: number;
}

/** A subscriber of `engine.events`. */
export interface Subscriber {
  /** Its name, from the application. */
  readonly name: string;
  /** The position up to which it has acknowledged all events. */
  readonly position: number;
  /** Its current reader; null for none. */
  readonly reader: string | null;
  /** No other reader takes over until then, in milliseconds since 1970, by the storage's clock. */
  readonly leasedUntilMs: number;
  /** In milliseconds since 1970, by the storage's clock. */
  readonly createdMs: number;
}

/** The record type of each kind. */
export interface RecordTypes {
  /** The switch of the partner API. */
  readonly service: ServiceSwitch;
  /** The fingerprint of the secret key. */
  readonly secretKey: SecretKeyRecord;
  /** The last nightly maintenance. */
  readonly maintenance: MaintenanceRun;
  /** API keys, by their hashes: a storage never gets a key. */
  readonly keys: ApiKeyRecord;
  /** Sign-ups for sandbox keys. */
  readonly signUps: SignUp;
  /** Webhook endpoints of partners and of the operator. */
  readonly endpoints: Endpoint;
  /** Staff, with their roles. */
  readonly staff: StaffMember;
  /** The sessions of staff. */
  readonly sessions: NewSession;
  /** Links by which staff sign in. */
  readonly links: SignInLink;
  /** Passkeys of staff. */
  readonly passkeys: Passkey;
  /** Challenges that were used. */
  readonly challenges: UsedChallenge;
  /** Subscribers of events. */
  readonly subscribers: Subscriber;
}

/** The selectors of each kind. */
export interface RecordSelectors {
  /** One record. */
  readonly service: never;
  /** One record. */
  readonly secretKey: never;
  /** At most one record. */
  readonly maintenance: never;
  /** `mailbox`: of the developer, as `mailboxKeyOf` returns it. */
  readonly keys: 'id' | 'hash' | 'partner' | 'mailbox';
  /** By its id. */
  readonly signUps: 'id';
  /** `partner`: its slug. */
  readonly endpoints: 'id' | 'partner';
  /** `locationId`: with a role there. `linkId`, `tokenHash`, `passkeyId`: the member that this link, session or passkey belongs to. */
  readonly staff: 'id' | 'addressHash' | 'locationId' | 'linkId' | 'tokenHash' | 'passkeyId';
  /** `staffId`: of this member. */
  readonly sessions: 'id' | 'tokenHash' | 'staffId';
  /** `staffId`: with the e-mail address of this member. */
  readonly links: 'id' | 'staffId';
  /** `staffId`: of this member. */
  readonly passkeys: 'id' | 'staffId';
  /** By its hash. */
  readonly challenges: 'hash';
  /** By its name. */
  readonly subscribers: 'name';
}

/** A kind of records. */
export type RecordKind = keyof RecordTypes;

/** Records of a kind: those that have one of the values of a selector, or of another; all of the kind, without a selector. */
export type RecordsBy<K extends RecordKind> = {
  readonly [By in RecordSelectors[K]]?: string | readonly string[];
};

/** Records of several kinds. */
export type RecordSelection = { readonly [K in RecordKind]?: RecordsBy<K> };

/** The records of a selection, each kind in its order. */
export type FoundRecords<S> = { readonly [K in keyof S & RecordKind]: readonly RecordTypes[K][] };

/** A change by a step. */
export interface RecordChange<R> {
  /** The result of the step. */
  readonly result: R;
  /** Whole records: they replace the found ones with the same id, the others are new. */
  readonly save?: { readonly [K in RecordKind]?: readonly RecordTypes[K][] };
  /** Ids of removed records. */
  readonly remove?: { readonly [K in RecordKind]?: readonly string[] };
  /** Written with the change. */
  readonly deliveries?: readonly Delivery[];
}

/** An atomic change of records. */
export interface RecordStep<R> {
  /** The records that the step reads and locks. */
  readonly select: RecordSelection;
  /** Decides. Pure; it may be called again, on records read again. */
  rule(found: FoundRecords<Required<RecordSelection>>, nowMs: number): RecordChange<R>;
}

/** A step with a rule that gets the records of its selection and the time of the storage's clock. */
export function recordStep<S extends RecordSelection, R>(
  select: S,
  rule: (found: FoundRecords<S>, nowMs: number) => RecordChange<R>,
): RecordStep<R> {
  return { select, rule: rule };
}

/** Writes a new record with the messages about it; rejects if its id, or another unique value, exists. */
export function insertion<K extends RecordKind>(
  kind: K,
  record: RecordTypes[K],
  deliveries: readonly Delivery[] = [],
): RecordStep<void> {
  return recordStep({}, () => ({ result: undefined, save: { [kind]: [record] }, deliveries }));
}

/** Deletes a record, with `staffId` only if it belongs to this member. Returns the former record; null if there is none. */
export function removal<K extends 'endpoints' | 'sessions' | 'passkeys'>(
  kind: K,
  id: string,
  staffId?: string,
): RecordStep<RecordTypes[K] | null> {
  return recordStep({ [kind]: { id } }, (found) => {
    const [record] = (found as FoundRecords<Required<RecordSelection>>)[kind];
    const isOwn = record && (staffId === undefined || ('staffId' in record && record.staffId === staffId));
    return isOwn ? { result: record, remove: { [kind]: [id] } } : { result: null };
  });
}

/** Replaces a record by the result of `rule`; returns the record afterwards, or null for an unknown id. */
export function replacement<K extends 'keys' | 'endpoints'>(
  kind: K,
  id: string,
  rule: (record: RecordTypes[K]) => RecordTypes[K],
): RecordStep<RecordTypes[K] | null> {
  return recordStep({ [kind]: { id } }, (found) => {
    const before = (found as FoundRecords<Required<RecordSelection>>)[kind][0];
    const after = before ? rule(before) : null;
    return { result: after, save: { [kind]: after ? [after] : [] } };
  });
}
