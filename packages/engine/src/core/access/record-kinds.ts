/** The columns, unique indexes and invalidations of each kind of record, for all storages. */
import { mailboxKeyOf } from '../fields.ts';
import { type RecordKind, type RecordSelectors, type RecordTypes } from './records.ts';
import { addressHashOf, isSessionGood } from './staff.ts';
import { isSameValue } from '../same-value.ts';

/** The type of a column: `time` an instant, `list` texts, `json` any value, `bytes` as base64url. Null if the field can be null. */
export type ColumnType = 'text' | 'number' | 'flag' | 'time' | 'list' | 'json' | 'bytes';

/** Type and name of a field's column. The name of a `time` is given without its ending, which depends on the database. */
export type RecordColumn = readonly [type: ColumnType, name: string];

/** Records in memory, for a selector that searches another kind. */
export type RecordLookup = <K extends RecordKind>(kind: K) => Iterable<RecordTypes[K]>;

/** A way to find records by a value. */
export interface RecordSelector<Fields> {
  /** A condition on the table. `is` returns one that is true where a column has one of the values. */
  sql(is: (column: string, type?: 'uuid') => string, schema: string): string;
  /** The same for a record in memory. */
  matches(record: Fields, isWanted: (value: string) => boolean, lookup: RecordLookup): boolean;
  /** The value, if a unique index guards it. */
  readonly unique?: (record: Fields) => string;
  /** Steps lock the value itself, since records with it can be inserted. */
  readonly isLocked?: true;
}

/** How a kind of records is stored. */
export interface RecordKindOf<K extends RecordKind> {
  /** The table. */
  readonly table: string;
  /** The field that identifies a record. */
  readonly id: keyof RecordTypes[K] & string;
  /** Column by field. */
  readonly columns: { readonly [Field in keyof RecordTypes[K]]?: RecordColumn };
  /** Columns of texts that are derived from a record. */
  readonly derived?: { readonly [column: string]: (record: RecordTypes[K]) => string | null };
  /** The field `roles` is stored in the table `staff_roles`. */
  readonly hasRoles?: true;
  /** The selectors of its records. */
  readonly by: { readonly [By in RecordSelectors[K]]: RecordSelector<RecordTypes[K]> };
  /** The order of a list. */
  order(a: RecordTypes[K], b: RecordTypes[K]): number;
  /** The invalidation that follows a change; absent if the records are not cached. */
  readonly invalidation?: {
    /** The invalidation. */
    readonly kind: 'keys' | 'endpoints' | 'staff' | 'anything';
    /** Whether it follows this change at this time. Null: the record is new, or removed. */
    of(before: RecordTypes[K] | null, after: RecordTypes[K] | null, nowMs: number): boolean;
  };
}

const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
const oldestFirst = (
  a: { readonly createdMs: number; readonly id: string },
  b: { readonly createdMs: number; readonly id: string },
): number => a.createdMs - b.createdMs || byText(a.id, b.id);
const always = (): boolean => true;

function unique<Fields>(column: string, of: (record: Fields) => string): RecordSelector<Fields> {
  return { sql: (is) => is(column), matches: (record, isWanted) => isWanted(of(record)), unique: of };
}

function shared<Fields>(column: string, of: (record: Fields) => string | null): RecordSelector<Fields> {
  return {
    sql: (is) => is(column),
    matches(record, isWanted) {
      const value = of(record);
      return value !== null && isWanted(value);
    },
    isLocked: true,
  };
}

const mailboxOf = ({ sandboxEmail }: RecordTypes['keys']): string | null =>
  sandboxEmail === null ? null : mailboxKeyOf(sandboxEmail);
const addressOf = ({ email }: RecordTypes['staff']): string => addressHashOf(email);

const SINGLETON = { id: 'id', by: {}, order: () => 0 } as const;

/** The columns of fields by their type: of `tokenHash` it is `token_hash`, of the time `createdMs` it is `created`. */
function columnsOf<Field extends string>(
  types: Partial<Record<ColumnType, readonly Field[]>>,
): Readonly<Record<Field, RecordColumn>> {
  const columns = (Object.entries(types) as [ColumnType, readonly Field[]][]).flatMap(([type, fields]) =>
    fields.map((field) => {
      const words = type === 'time' ? field.replace(/Ms$/, '') : field;
      return [field, [type, words.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)]];
    }),
  );
  return Object.fromEntries(columns) as Record<Field, RecordColumn>;
}

/** Every kind, in the order in which steps lock their records. */
export const RECORD_KINDS: { readonly [K in RecordKind]: RecordKindOf<K> } = {
  service: {
    ...SINGLETON,
    table: 'service',
    columns: columnsOf({ number: ['id'], flag: ['enabled'] }),
    invalidation: { kind: 'anything', of: always },
  },
  secretKey: {
    ...SINGLETON,
    table: 'secret_key',
    columns: columnsOf({ number: ['id'], text: ['fingerprint'] }),
  },
  maintenance: {
    ...SINGLETON,
    table: 'maintenance',
    columns: columnsOf({ number: ['id'], time: ['lastRunMs'] }),
  },
  keys: {
    table: 'api_keys',
    id: 'id',
    columns: columnsOf({
      text: ['id', 'hash', 'hint', 'partner', 'sandboxEmail', 'system'],
      list: ['scopes', 'locationIds'],
      number: ['rateLimit'],
      time: ['createdMs', 'expiresMs', 'revokedMs', 'lastUsedMs'],
    }),
    derived: { sandbox_mailbox: mailboxOf },
    by: {
      id: unique('id', ({ id }) => id),
      hash: unique('hash', ({ hash }) => hash),
      partner: shared('partner', ({ partner }) => partner),
      mailbox: shared('sandbox_mailbox', mailboxOf),
    },
    order: oldestFirst,
    invalidation: {
      kind: 'keys',
      of: (before, after) =>
        !isSameValue({ ...before, lastUsedMs: null }, after && { ...after, lastUsedMs: null }),
    },
  },
  signUps: {
    table: 'sign_ups',
    id: 'id',
    columns: columnsOf({
      text: ['id', 'tokenHash', 'email', 'system', 'keyId'],
      time: ['createdMs', 'expiresMs'],
    }),
    by: { id: unique('id', ({ id }) => id) },
    order: oldestFirst,
  },
  endpoints: {
    table: 'endpoints',
    id: 'id',
    columns: columnsOf({
      text: ['id', 'partner', 'url'],
      list: ['eventTypes', 'locationIds'],
      flag: ['includeGuest'],
      json: ['secrets'],
      time: ['createdMs', 'disabledMs'],
      number: ['failedInARow'],
    }),
    by: {
      id: unique('id', ({ id }) => id),
      partner: shared('partner', ({ partner }) => partner),
    },
    order: oldestFirst,
    invalidation: { kind: 'endpoints', of: always },
  },
  staff: {
    table: 'staff',
    id: 'id',
    columns: columnsOf({ text: ['id', 'email', 'name'], time: ['createdMs'] }),
    derived: { address_hash: addressOf },
    hasRoles: true,
    by: {
      id: unique('id', ({ id }) => id),
      // Locked also if no member has it: the time that a request for a link waits must not show which addresses exist.
      addressHash: { ...unique('address_hash', addressOf), isLocked: true },
      locationId: {
        sql: (is, schema) =>
          `id IN (SELECT staff_id FROM ${schema}staff_roles WHERE ${is('location_id', 'uuid')})`,
        matches: ({ roles }, isWanted) => roles.some(({ locationId }) => isWanted(locationId)),
        isLocked: true,
      },
      linkId: {
        sql: (is, schema) =>
          `address_hash IN (SELECT address_hash FROM ${schema}sign_in_links WHERE ${is('id')})`,
        matches: (member, isWanted, lookup) =>
          [...lookup('links')].some(
            (link) => isWanted(link.id) && link.addressHash === addressHashOf(member.email),
          ),
      },
      tokenHash: {
        sql: (is, schema) => `id IN (SELECT staff_id FROM ${schema}staff_sessions WHERE ${is('token_hash')})`,
        matches: (member, isWanted, lookup) =>
          [...lookup('sessions')].some((one) => isWanted(one.tokenHash) && one.staffId === member.id),
      },
      passkeyId: {
        sql: (is, schema) => `id IN (SELECT staff_id FROM ${schema}passkeys WHERE ${is('id')})`,
        matches: (member, isWanted, lookup) =>
          [...lookup('passkeys')].some((one) => isWanted(one.id) && one.staffId === member.id),
      },
    },
    order: (a, b) => byText(a.name, b.name) || byText(a.id, b.id),
    invalidation: { kind: 'staff', of: always },
  },
  sessions: {
    table: 'staff_sessions',
    id: 'id',
    columns: columnsOf({
      text: ['id', 'staffId', 'tokenHash', 'label'],
      time: ['createdMs', 'seenMs', 'expiresMs'],
    }),
    by: {
      id: unique('id', ({ id }) => id),
      tokenHash: unique('token_hash', ({ tokenHash }) => tokenHash),
      staffId: shared('staff_id', ({ staffId }) => staffId),
    },
    order: (a, b) => b.seenMs - a.seenMs || byText(a.id, b.id),
    invalidation: {
      kind: 'staff',
      of: (before, after, nowMs) => before !== null && after === null && isSessionGood(before, nowMs),
    },
  },
  links: {
    table: 'sign_in_links',
    id: 'id',
    columns: columnsOf({
      text: ['id', 'tokenHash', 'browserHash', 'addressHash', 'label', 'language'],
      time: ['createdMs', 'expiresMs'],
    }),
    by: {
      id: unique('id', ({ id }) => id),
      staffId: {
        sql: (is, schema) => `address_hash IN (SELECT address_hash FROM ${schema}staff WHERE ${is('id')})`,
        matches: (link, isWanted, lookup) =>
          [...lookup('staff')].some(
            (member) => isWanted(member.id) && link.addressHash === addressHashOf(member.email),
          ),
      },
    },
    order: oldestFirst,
  },
  passkeys: {
    table: 'passkeys',
    id: 'id',
    columns: columnsOf({
      text: ['id', 'staffId', 'name'],
      bytes: ['publicKey'],
      number: ['counter'],
      list: ['transports'],
      time: ['createdMs', 'usedMs'],
    }),
    by: {
      id: unique('id', ({ id }) => id),
      staffId: shared('staff_id', ({ staffId }) => staffId),
    },
    order: oldestFirst,
  },
  challenges: {
    table: 'used_challenges',
    id: 'hash',
    columns: columnsOf({ text: ['hash'], time: ['usedMs'] }),
    by: { hash: unique('hash', ({ hash }) => hash) },
    order: (a, b) => byText(a.hash, b.hash),
  },
  subscribers: {
    table: 'subscribers',
    id: 'name',
    columns: columnsOf({
      text: ['name', 'reader'],
      number: ['position'],
      time: ['leasedUntilMs', 'createdMs'],
    }),
    by: { name: unique('name', ({ name }) => name) },
    order: (a, b) => byText(a.name, b.name),
  },
};
