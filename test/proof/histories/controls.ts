/** Deliberately wrong installations: a run that does not detect them proves nothing. */
import { fileURLToPath } from 'node:url';
import type { DatabaseKind, RunDatabase } from './database.ts';
import type { FaultName } from './faults.ts';

export const CONTROL_NAMES = ['loses', 'stale', 'double', 'drops'] as const;
export type ControlName = (typeof CONTROL_NAMES)[number];

export interface Control {
  /** Its fault. */
  readonly means: string;
  /** Preloaded into the servers, which run the sources then. */
  readonly preload?: string;
  /** Before there are servers. */
  prepareEmpty?(database: RunDatabase): Promise<void>;
  /** When the schema is there. */
  prepare?(database: RunDatabase): Promise<void>;
  /** Without which it is as good as any. */
  readonly faults: readonly FaultName[];
}

const preload = (name: string): string => fileURLToPath(new URL(`wrong-servers/${name}.ts`, import.meta.url));

/** A database's own hand: it is wrong, and the servers are not. */
const bySql = (text: string) => (database: RunDatabase) => database.execute(text);

const LOSES = 'acknowledges what is not saved yet';
const STALE = 'reads bookings as they were up to eight seconds ago';
const DOUBLE = 'looks for a table without a lock, and has no second guard';
const DROPS = 'forgets one event or mail of twenty';

const CONTROLS: Readonly<Record<ControlName, Readonly<Record<DatabaseKind, Control>>>> = {
  loses: {
    sqlite: { means: LOSES, preload: preload('loses'), faults: [] },
    postgres: {
      means: `${LOSES}: synchronous_commit is off`,
      prepareEmpty: bySql('ALTER DATABASE postgres SET synchronous_commit = off'),
      faults: ['kill'],
    },
  },
  stale: {
    sqlite: { means: STALE, preload: preload('stale'), faults: [] },
    postgres: { means: STALE, preload: preload('stale'), faults: [] },
  },
  double: {
    sqlite: {
      means: 'believes that nobody else has written, and has no second guard',
      preload: preload('double'),
      prepare: bySql('DROP TRIGGER seatings_overlap'),
      faults: [],
    },
    postgres: {
      means: DOUBLE,
      prepare: bySql(
        `CREATE OR REPLACE FUNCTION lock_dates(of_location uuid, of_dates date[]) RETURNS void LANGUAGE sql AS '';
         ALTER TABLE seatings DROP CONSTRAINT seatings_held_once`,
      ),
      faults: [],
    },
  },
  drops: {
    sqlite: {
      means: DROPS,
      prepare: bySql(
        `CREATE TRIGGER dropping AFTER INSERT ON deliveries WHEN abs(random()) % 20 = 0
         BEGIN DELETE FROM deliveries WHERE id = NEW.id; END`,
      ),
      faults: [],
    },
    postgres: {
      means: DROPS,
      prepare: bySql(
        `CREATE FUNCTION drop_some() RETURNS trigger LANGUAGE plpgsql AS
           $$ BEGIN IF random() < 0.05 THEN RETURN NULL; END IF; RETURN NEW; END $$;
         CREATE TRIGGER dropping BEFORE INSERT ON deliveries FOR EACH ROW EXECUTE FUNCTION drop_some()`,
      ),
      faults: [],
    },
  },
};

export const controlOf = (name: ControlName, storage: DatabaseKind): Control => CONTROLS[name][storage];
