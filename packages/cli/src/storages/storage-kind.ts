import type { Readable } from 'node:stream';
import type { Storage } from '@bord/engine';
import type { Finding } from './finding.ts';

export type Migrates = 'always' | 'if empty';

/** A kind of database that `BORD_DATABASE` can name, with all in which the command treats it in a way of its own. */
export interface StorageKind<D> {
  readonly title: string;
  /** How `BORD_DATABASE` names one, for people. */
  readonly form: string;
  /** What the text of `BORD_DATABASE` names; undefined when that is of another kind, or nothing. */
  read(text: string): D | undefined;
  /** The names of the URL parameters of a text that {@link read} has read. */
  parameters(text: string): {
    /** Parameters that do not exist. */
    readonly unknown: readonly string[];
    /** Parameters that have no effect. */
    readonly ignored: readonly string[];
    /** All that exist. */
    readonly known: readonly string[];
  };
  /** The database with a second URL that leads past a pooler (`BORD_DATABASE_DIRECT`). Left out where there are no poolers. */
  withDirect?(database: D, url: string): D;
  at(database: D): ConfiguredStorage;
}

/** The database that is configured. What fails here is told by its error's text; the caller says of which database. */
export interface ConfiguredStorage {
  /** The database's name for people: without the password. */
  readonly name: string;
  /** Where its secret key lies, when it has a place of its own; null when the configuration must have it. */
  readonly secretKeyPath: string | null;
  readonly secretKeyAdvice: string;
  /** Why its files are not written anew by `bord maintenance scrub`; null when they are. */
  readonly scrubRefusal: string | null;
  /** @param onAway the database is waited for, a minute at most, and this is called with each reason; left out: that it is away is an error at once */
  open(migrates: Migrates, onAway?: (reason: string) => void): Promise<Storage>;
  /** Opens it without changing or making anything; null when there is none yet. */
  openAsItIs(): Promise<Storage | null>;
  /** Brings the schema up to date; the names of the migrations that were applied. */
  migrate(): Promise<readonly string[]>;
  /** How to create the database that there is not; null when the error says something else. */
  creationOf(error: unknown): string | null;
  findings(): Promise<readonly Finding[]>;
  /** What to do when there are none, for this error. */
  adviceOn(error: unknown): string;
  /** What to do when it can be read and not be written. */
  readonly writeAdvice: string;
  /** Copies all of it, as it is at one instant, into files of a folder. */
  copyTo(folder: string): Promise<CopiedStorage>;
  /** Throws when it has something that a restored backup would replace. */
  assertVacant(): Promise<void>;
  /** Puts in what {@link copyTo} has copied: all of it, or nothing. */
  restore(copied: CopiedContent, read: ReadFiles): Promise<void>;
}

export interface CopiedContent {
  /** The schema's. */
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
