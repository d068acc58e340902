import type { FieldRule } from '@bord/engine/adapters';
import type { Endpoint } from '../api/endpoints/endpoint.ts';
import type { RequestRule } from '../api/open-api.ts';
import { unnamedShape } from './shapes.ts';

/** Rules for an operation's query and body that its schemas cannot express (`x-rules`): its specific ones, and those of its field types. */
export function rulesOf({ query, body, rules = [] }: Endpoint): readonly RequestRule[] {
  const fields = [query, body].flatMap((part) =>
    part ? Object.entries(unnamedShape(part.schema).properties ?? {}) : [],
  );
  const named = (is: (schema: (typeof fields)[number][1]) => boolean): string[] =>
    fields.filter(([, schema]) => is(schema)).map(([name]) => name);
  const all: readonly RequestRule[] = [
    ...rules.map((rule) => ('description' in rule ? rule : { ...rule, description: descriptionOf(rule) })),
    {
      rule: 'text',
      fields: named(({ maxLength }) => maxLength !== undefined),
      description: 'A text must be well-formed Unicode without the character U+0000.',
    },
    {
      rule: 'visible',
      fields: named(({ format }) => format === 'idn-email'),
      description: 'An e-mail address must not contain characters of the Unicode category C.',
    },
    {
      rule: 'blank',
      fields: named(({ maxLength, minLength, enum: words }) =>
        words ? words.includes('') : maxLength !== undefined && minLength === undefined,
      ),
      description: 'An empty or blank value counts as not given, whatever its length.',
    },
  ];
  return all.filter(({ rule, fields: of }) => of.length > 0 || rule === 'state');
}

function descriptionOf({ rule, fields: [first, second], max }: FieldRule): string {
  return rule === 'order'
    ? `\`${second}\` must not be before \`${first}\`.`
    : `From \`${first}\` to \`${second}\` there are at most ${max} days, both included.`;
}
