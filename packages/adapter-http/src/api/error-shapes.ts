/** What every answer from 400 on looks like (§2.11). */
import * as z from 'zod';
import { reason } from './endpoints/fields.ts';

export const errorShape = z
  .object({
    statusCode: z.int().meta({ description: 'The status of the answer. Branch on this.' }),
    message: z.string().meta({ description: 'For people, and some of it in Swedish. Never branch on it.' }),
    error: z.string().meta({ description: 'The name of the status, such as `Forbidden`.' }),
    errors: z
      .array(
        z.object({
          field: z.string().meta({ description: 'The field, such as `email` or `partySizes.1`.' }),
          message: z.string().meta({ description: 'What is wrong with it, for people.' }),
        }),
      )
      .optional()
      .meta({
        description:
          'In a 400 for fields of the query or of the body: all that are at fault, at most 20. The first is the one that `message` tells.',
      }),
  })
  .meta({ description: 'What every answer from 400 on looks like (§2.11).' });

export const refusalShape = errorShape
  .extend({ statusCode: z.literal(409).meta({ description: 'Always 409.' }), reason })
  .meta({ description: 'The booking cannot be had, and why.' });

export type ErrorBody = z.output<typeof errorShape>;
