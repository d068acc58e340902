import { BookingError, type ClosurePolicy, type Location, type LocationPlan } from '@bord/engine';
import { Document, isScalar, visit } from 'yaml';
import type { Failure } from '../../output/failure.ts';
import { isSteering, plainYaml } from '../../output/plain.ts';
import { readFields } from '../fields.ts';
import { closurePolicyOf, fileOf, filePathOf, planOf } from './location-plan.ts';
import { locationFileSchema } from './schema.ts';
import type { SourceFile } from '../source-file.ts';

/** A location file, read. */
export interface ReadLocation {
  /** Null: the file names none. */
  readonly id: string | null;
  /** The plan, with the defaults filled in. */
  readonly plan: LocationPlan;
  /** Whether closures that the file does not name are kept or removed. */
  readonly closures: ClosurePolicy;
  /** A fault in a field, such as `brand.logo`, with its place. */
  failure(field: string, message: string): Failure;
  /** An error of the engine in the plan, with its place in the file; null for other errors. */
  failureOf(error: unknown): Failure | null;
}

/** Reads a location file. Throws a Failure that lists all that is wrong with it. */
export function readLocationFile(file: SourceFile): ReadLocation {
  const read = readFields(locationFileSchema, file);
  return {
    id: read.id,
    plan: planOf(read),
    closures: closurePolicyOf(read),
    failure: (name, message) => file.failure([{ path: name.split('.'), message }]),
    failureOf: (error) =>
      BookingError.is(error) && error.path.length > 0
        ? file.failure([{ path: filePathOf(error.path), message: error.message }])
        : null,
  };
}

/** The parts of a file that has a list of locations; null for a file of one location. */
export function listedIn(file: SourceFile): readonly SourceFile[] | null {
  if (!Array.isArray(file.value) || file.value.length === 0) return null;
  return file.value.map((value: unknown, i) => ({
    value,
    failure: (faults) => file.failure(faults.map((fault) => ({ ...fault, path: [i, ...fault.path] }))),
  }));
}

/** Writes a location as YAML that `locations apply` reads. */
export function writeLocationFile(location: Location): string {
  // Quotes what older readers of YAML would take for a number: "17:00".
  const document = new Document(fileOf(location), { compat: 'yaml-1.1' });
  document.commentBefore =
    ' A location of Bord. Apply it with: bord locations apply FILE\n Times without a unit are minutes.';
  visit(document, {
    Map: (_, map) => {
      map.flow = map.items.every(({ value }) => isScalar(value)) && !map.has('timeZone') && !map.has('opens');
    },
    Seq: (_, seq) => {
      seq.flow = seq.items.every(isScalar);
    },
    Scalar: (_, scalar) => {
      if (typeof scalar.value === 'string' && isSteering(scalar.value)) scalar.type = 'QUOTE_DOUBLE';
    },
  });
  const written = document.toString({
    lineWidth: 0,
    flowCollectionPadding: false,
    doubleQuotedMinMultiLineLength: Infinity,
  });
  return plainYaml(written);
}
