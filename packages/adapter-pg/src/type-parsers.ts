import pg from 'pg';
import type { TypeParsers } from './source.ts';

/** The parsers of this package: a host program can replace the driver's, which must not affect Bord's rows. */
const OWN = new Map<number, (text: string) => unknown>([
  [16, (text) => text === 't'],
  [21, Number],
  [23, Number],
  [700, Number],
  [701, Number],
  [114, (text) => JSON.parse(text) as unknown],
  [3802, (text) => JSON.parse(text) as unknown],
  // `2030-03-01 18:00:00.123456+00`
  [1184, (text) => new Date(text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00'))],
]);

/** Texts, names, dates and uuids, and numbers that a double might not represent. */
const AS_TEXT = new Set([18, 19, 20, 25, 1042, 1043, 1082, 1700, 2950]);

const driver = pg.types as TypeParsers;

export const TYPE_PARSERS: TypeParsers = {
  getTypeParser: (oid, format) =>
    OWN.get(oid) ?? (AS_TEXT.has(oid) ? String : driver.getTypeParser(oid, format)),
};
