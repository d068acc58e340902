import { BookingError } from '@bord/engine';

/**
 * The parameters of a query; throws `invalid_request` when one is given twice, since either could be meant.
 *
 * @param known those that are read; of others the last counts, as nobody reads it (D11). By default all are
 */
export function readQuery(search: string, known?: readonly string[]): Readonly<Record<string, string>> {
  const query: Record<string, string> = Object.create(null);
  for (const [name, value] of new URLSearchParams(search)) {
    if (name in query && (known?.includes(name) ?? true))
      throw new BookingError('invalid_request', `${name} is given more than once`, [name]);
    query[name] = value;
  }
  return query;
}
