import * as z from 'zod';
import { DATABASE_KINDS } from '../storages/storages.ts';

/** Counts up when a backup of this Bord could not be read by the one before. */
export const FORMAT = 1;

export const MANIFEST_FILE = 'bord-backup.json';

/** The file with the secret keys, in the format of `BORD_SECRET_KEY`. */
export const KEY_FILE = 'secret.key';

const whole = z.number().int().min(0);

export const manifestSchema = z.object({
  format: z.literal(FORMAT),
  madeAt: z.string(),
  bord: z.string(),
  database: z.enum(DATABASE_KINDS),
  version: whole,
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()), rows: whole })),
  files: z.array(z.object({ name: z.string(), bytes: whole, sha256: z.string().length(64) })),
});

export type Manifest = z.infer<typeof manifestSchema>;
export type BackedUpFile = Manifest['files'][number];

export function rowsOf({ tables }: Pick<Manifest, 'tables'>, table: string): number {
  return tables.find(({ name }) => name === table)?.rows ?? 0;
}
