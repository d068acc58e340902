import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { deadLinks, undocumented } from '../../scripts/docstring-gaps.ts';
import { type Entry, entryFiles, readSurface } from '../../scripts/public-surface.ts';

const ROOT = new URL('../..', import.meta.url).pathname;

/** The public surface of a separate module. */
function surfaceOf(source: string): readonly Entry[] {
  const folder = mkdtempSync(join(ROOT, 'packages', '.surface-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'entry.ts');
  writeFileSync(file, source);
  return readSurface([{ module: 'entry', file }]);
}

const bareNames = (entries: readonly Entry[]): readonly string[] =>
  undocumented(entries).map((bare) => bare.split(' ')[1]!);

test('the language service shows a docstring for everything public: names, methods, fields, options and members of unions', () => {
  const entries = readSurface(entryFiles('sources'));
  expect(entries.length).toBeGreaterThanOrEqual(11);
  const members = entries.flatMap(({ names }) => names.flatMap((name) => name.members));
  expect(members.map(({ name }) => name)).toEqual(expect.arrayContaining(['countRequest', 'list.date']));
  expect(undocumented(entries)).toEqual([]);
  expect(deadLinks(entries)).toEqual([]);
});

test('control: whatever lacks a docstring is named, however it came to be public', () => {
  const entries = surfaceOf(`/** An entry. */
    import type { Table } from '../engine/src/core/location/floor-plan.ts';
    interface Inner {
      taken: string;
      /** Told. */
      alsoTaken: string;
    }
    /** Told. */
    export interface Fields {
      bare: string;
      /** Told. */
      told: string;
      bareMethod(): void;
    }
    /** Told. */
    export type Union =
      | { bareInUnion: 1 }
      | {
          /** Told. */
          told: 2;
        };
    /** Told. */
    export type Taken = Partial<Inner> & Pick<Table, 'id'>;
    /** Told. */
    export function work(options: { bareOption?: number }): { bareResult: string } {
      return { bareResult: String(options) };
    }
    /** Told. */
    export class Works {
      #hidden = 1;
      private secret = 2;
      bareField = this.#hidden + this.secret;
      bareWork(): object {
        return class { inner = 1 };
      }
    }
    export const bareConstant = 1;
  `);
  expect(bareNames(entries).toSorted()).toEqual([
    'Fields.bare',
    'Fields.bareMethod',
    'Taken.taken',
    'Union.bareInUnion',
    'Works.bareField',
    'Works.bareWork',
    'bareConstant',
    'work.bareOption',
    'work.bareResult',
  ]);
});

test('control: an entry without a head comment, and a link to a private name, are reported', () => {
  const entries = surfaceOf(`interface Hidden {
      /** Told. */
      field: 1;
    }
    /** See {@link Hidden} and {@link Shown.field}. */
    export interface Shown {
      /** See {@link other}. */
      field: Hidden;
      /** Told. */
      other: 2;
    }
  `);
  expect(undocumented(entries)).toEqual(['entry']);
  expect(deadLinks(entries).map((dead) => dead.split(' ').slice(1).join(' '))).toEqual(['Shown: Hidden']);
});
