/** The fields of a file that an operator writes, from its zod schema. */
import type { ZodType } from 'zod';

export { whole } from '../../packages/cli/src/files/fields.ts';

/** A field by its path, such as `tables[].seats`. */
export interface FileField {
  readonly path: string;
  readonly type: string;
  readonly isRequired: boolean;
  /** It contains fields. */
  readonly isParent: boolean;
}

/** The parts of a schema that matter here. */
interface Definition {
  readonly type: string;
  readonly in: ZodType;
  readonly out: ZodType;
  readonly innerType: ZodType;
  readonly element: ZodType;
  readonly shape: Readonly<Record<string, ZodType>>;
  readonly entries: Readonly<Record<string, string>>;
}

const definitionOf = (schema: ZodType): Definition => schema.def as unknown as Definition;
const metaOf = (schema: ZodType): Readonly<Record<string, unknown>> => schema.meta() ?? {};

/** The schema below transforms, whether it is optional, and its alternative notation. */
interface Bare {
  readonly schema: ZodType;
  readonly isOptional: boolean;
  readonly shorthand: string;
}

function bare(schema: ZodType): Bare {
  const { description, shorthand = '' } = metaOf(schema);
  const { type, in: before, out, innerType } = definitionOf(schema);
  const isMissing = type === 'optional' || type === 'nullable';
  if (description !== undefined || !(isMissing || type === 'pipe'))
    return { schema, isOptional: false, shorthand: String(shorthand) };
  const next = isMissing ? innerType : definitionOf(before).type === 'transform' ? out : before;
  const inner = bare(next);
  return {
    schema: inner.schema,
    isOptional: isMissing || inner.isOptional,
    shorthand: String(shorthand) || inner.shorthand,
  };
}

/** All fields of an object, each followed by those below it. */
export function fileFields(object: ZodType, path = ''): readonly FileField[] {
  return Object.entries(definitionOf(bare(object).schema).shape).flatMap(([name, field]) => {
    const { schema, isOptional, shorthand } = bare(field);
    const own = `${path}${name}`;
    const inner = innerFields(schema, own);
    const type = typeOf(schema);
    return [
      {
        path: own,
        type: shorthand === '' ? type : `${shorthand}, or ${type}`,
        isRequired: !isOptional,
        isParent: inner.length > 0,
      },
      ...inner,
    ];
  });
}

function innerFields(schema: ZodType, path: string): readonly FileField[] {
  const { type, element } = definitionOf(schema);
  const others = metaOf(schema)['alternatives'] as readonly ZodType[] | undefined;
  if (others) {
    const all = others.flatMap((other) => innerFields(bare(other).schema, path));
    return all.filter((one, i) => all.findIndex((other) => other.path === one.path) === i);
  }
  if (type === 'object') return fileFields(schema, `${path}.`);
  if (type !== 'array') return [];
  const { schema: item } = bare(element);
  return definitionOf(item).type === 'object' ? fileFields(item, `${path}[].`) : [];
}

function typeOf(schema: ZodType): string {
  const { description } = metaOf(schema);
  if (typeof description === 'string') return description;
  const { type, element, entries } = definitionOf(schema);
  if (type === 'enum') return `one of ${Object.values(entries).join(', ')}`;
  if (type === 'object') return 'fields';
  if (type !== 'array') throw new Error(`a schema of the type ${type} has no description`);
  const { schema: item } = bare(element);
  return definitionOf(item).type === 'object' ? 'a list of fields' : `a list: each ${typeOf(item)}`;
}
