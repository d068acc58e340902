import type { Column } from '@bord/engine/storage';

/** A list as JSON; null for an empty one. */
export function list<Value>(name: string): Column<readonly Value[]> {
  return {
    name,
    write: (values) => (values.length > 0 ? JSON.stringify(values) : null),
    read: (stored) => (stored === null ? [] : (JSON.parse(stored as string) as Value[])),
  };
}

/** 1 and 0. */
export function flag(name: string): Column<boolean> {
  return { name, write: (value) => (value ? 1 : 0), read: (stored) => stored === 1 };
}

/** JSON as text; null stays null. */
export function json<Value>(name: string): Column<Value> {
  return {
    name,
    write: (value) => (value === null ? null : JSON.stringify(value)),
    read: (stored) => (stored === null ? null : JSON.parse(stored as string)) as Value,
  };
}

/** `?, ?, …`: one for each column of `id, location_id, …`. */
export function placeholders(columns: string): string {
  return columns.replaceAll(/\w+/g, '?');
}
