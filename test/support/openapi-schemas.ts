import type { OpenApiDocument } from '@bord/adapter-http';
import addFormats from 'ajv-formats';
// oxlint-disable-next-line no-restricted-imports -- the dialect of OpenAPI 3.1 has no other entry
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';

type Schema = OpenApiDocument['components']['schemas'][string];

/** The faults of a value, by a schema of the document. */
export type Validator = (schema: Schema, value: unknown) => readonly string[];

/** RFC 3339: `ajv-formats` also takes a space for the `T`. */
const DATE_TIME =
  /^(\d{4}-\d\d-\d\d)T(?:[01]\d|2[0-3]):[0-5]\d:(?:[0-5]\d|60)(?:\.\d+)?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/i;

/** RFC 9562; `ajv-formats` also takes a URN. */
const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/**
 * Says what of a value is not as its schema; compiles each schema once.
 *
 * @param isClosed fields that a schema does not list are faults
 */
export function createValidator(document: OpenApiDocument, isClosed: boolean): Validator {
  const ajv = new Ajv2020({ allErrors: true, strictTypes: false, useDefaults: false });
  addFormats.default(ajv);
  const isDate = ajv.compile<string>({ type: 'string', format: 'date' });
  ajv.addFormat('date-time', (text) => isDate(DATE_TIME.exec(text)?.[1]));
  ajv.addFormat('uuid', UUID);
  ajv.addFormat('idn-email', true); // its pattern says more
  ajv.addVocabulary(['components']);
  const { schemas } = document.components;
  const components = { schemas: isClosed ? close(schemas) : schemas };
  const compiled = new Map<Schema, ValidateFunction>();
  return (schema, value) => {
    let validate = compiled.get(schema);
    if (!validate) compiled.set(schema, (validate = ajv.compile({ ...schema, components })));
    if (validate(value)) return [];
    return (validate.errors ?? []).map(({ instancePath, message, params }) => {
      const more = params['unevaluatedProperty'] ?? params['allowedValue'] ?? params['allowedValues'];
      const fault = `${message}${more === undefined ? '' : ` (${JSON.stringify(more)})`}`;
      return instancePath === '' ? fault : `${instancePath} ${fault}`;
    });
  };
}

/** The schemas without room for fields that they do not list. Parts of a whole stay open: the whole is closed. */
function close<T>(given: T): T {
  if (Array.isArray(given)) return given.map((each) => close(each) as unknown) as T;
  if (typeof given !== 'object' || given === null) return given;
  const inner = Object.entries(given).map(([name, value]) => [name, name === 'allOf' ? value : close(value)]);
  const isObject = 'properties' in given && 'type' in given;
  return { ...Object.fromEntries(inner), ...(isObject && { unevaluatedProperties: false }) } as T;
}
