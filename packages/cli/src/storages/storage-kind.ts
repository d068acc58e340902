import type { Readable } from 'node:stream';
import type { Storage } from '@bord/engine';
import type { Finding } from './finding.ts';

/** `always`: creates the schema and updates an old one. `if empty`: creates it. `never`: rejects a database without one, and creates no file. */
export type Migrates = 'always' | 'if empty' | 'never';

export const NO_SCHEMA =
  'it does not exist or has no tables of Bord. If BORD_DATABASE names the right place, run bord migrate, which creates them';

/** A kind of database that `BORD_DATABASE` can name, with all its special treatment in the CLI. */
export interface StorageKind<D> {
  readonly title: string;
  /** How `BORD_DATABASE` names one, for people. */
  readonly form: string;
  /** Parses `BORD_DATABASE`; undefined for another kind or an invalid text. */
  read(text: string): D | undefined;
  /** The names of the URL parameters of a text that {@link read} has read. */
  parameters(text: string): {
    readonly unknown: readonly string[];
    readonly ignored: readonly string[];
    readonly known: readonly string[];
  };
  /** The database with a second URL that bypasses a pooler (`BORD_DATABASE_DIRECT`). Omitted if the kind has no poolers. */
  withDirect?(database: D, url: string): D;
  at(database: D): ConfiguredStorage;
}

/** The configured database. Errors have their cause; the caller adds the name of the database. */
export interface ConfiguredStorage {
  /** The database's name for people: without the password. */
  readonly name: string;
  /** The path of its secret key; null if the configuration must have it. */
  readonly secretKeyPath: string | null;
  readonly secretKeyAdvice: string;
  /** The reason why `bord maintenance scrub` does not rewrite its files; null if it does. */
  readonly scrubRefusal: string | null;
  /** @param onAway waits up to a minute for the database and calls this with each reason; omitted: an unavailable database is an error */
  open(migrates: Migrates, onAway?: (reason: string) => void): Promise<Storage>;
  /** Opens it without changing or making anything; null when there is none yet. */
  openAsItIs(): Promise<Storage | null>;
  /** Brings the schema up to date; the names of the migrations that were applied. */
  migrate(): Promise<readonly string[]>;
  /** How to create the database that there is not; null when the error says something else. */
  creationOf(error: unknown): string | null;
  findings(): Promise<readonly Finding[]>;
  adviceOn(error: unknown): string;
  readonly writeAdvice: string;
  /** Copies all of it, as it is at one instant, into files of a folder. */
  copyTo(folder: string): Promise<CopiedStorage>;
  /** Throws when it has something that a restored backup would replace. */
  assertVacant(): Promise<void>;
  /** Restores a copy of {@link copyTo}, atomically. */
  restore(copied: CopiedContent, read: ReadFiles): Promise<void>;
}

export interface CopiedContent {
  readonly version: number;
  readonly tables: readonly CopiedTable[];
}

interface CopiedTable {
  readonly name: string;
  /** Empty where the file says so itself. */
  readonly columns: string[];
  readonly rows: number;
}

/** A copy, and the names of its files, in the order in which they are read again. */
export interface CopiedStorage extends CopiedContent {
  readonly names: readonly string[];
}

/** Reads the files of a copy one after the other; `take` returns null for one that it leaves. Rejects when they are not whole. */
export type ReadFiles = (take: (name: string, content: Readable) => Promise<void> | null) => Promise<void>;
