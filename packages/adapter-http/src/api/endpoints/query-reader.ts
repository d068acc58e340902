import { BoundedMap } from '@bord/engine';
import type { z } from 'zod';
import { readQuery } from '../read-query.ts';
import { validate } from '../validate.ts';

const QUERIES_MAX = 1000;
const SEARCH_LENGTH_MAX = 64;

/**
 * Reads queries by a schema; throws `invalid_request` for what does not fit. The same few questions come again and again: well-formed
 * ones are read once.
 */
export function queryReader<S extends z.ZodType>(schema: S): (search: string) => z.output<S> {
  const known = new BoundedMap<string, z.output<S>>(QUERIES_MAX);
  return (search) => {
    const found = known.get(search);
    if (found !== undefined) return found;
    const query = validate(schema, readQuery(search));
    if (search.length <= SEARCH_LENGTH_MAX) known.set(search, query);
    return query;
  };
}
