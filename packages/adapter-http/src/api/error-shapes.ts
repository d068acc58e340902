/** The body of every answer with a status from 400 (§2.11). */
import * as z from 'zod';
import type { ErrorBody } from '../http/errors.ts';
import { reason, serviceDate, start } from './endpoints/fields.ts';

export const errorShape = z
  .object({
    statusCode: z.int().meta({ description: 'The status of the answer. Branch on this.' }),
    message: z.string().meta({ description: 'For people, and some of it in Swedish. Never branch on it.' }),
    error: z.string().meta({ description: 'The name of the status, such as `Forbidden`.' }),
    code: z.string().optional().meta({
      description:
        'Identifies the cause, such as `hold_not_found`. You can branch on this. Later versions can add codes. A foreign resource and an unknown one have the same code.',
    }),
    docs: z.string().optional().meta({
      description:
        'Where this server documents the code, as a path with an anchor: `/docs#error-hold_not_found`.',
    }),
    errors: z
      .array(
        z.object({
          field: z.string().meta({ description: 'The field, such as `email` or `partySizes.1`.' }),
          message: z.string().meta({ description: 'The fault, for people.' }),
        }),
      )
      .optional()
      .meta({
        description:
          'In a 400 for fields of the query or of the body: all invalid fields, at most 20. `message` is about the first.',
      }),
    policy: z.string().optional().meta({
      description:
        'In a 409: the id of the policy that rejects the request, if the operator’s system has policies. `message` then has its words.',
    }),
  })
  .meta({ description: 'The body of every answer with a status from 400.' }) satisfies z.ZodType<ErrorBody>;

const alternative = z
  .object({ startsAt: start })
  .meta({ description: 'A time that was available at the moment of the rejection.' });

export const refusalShape = errorShape
  .extend({
    statusCode: z.literal(409).meta({ description: 'Always 409.' }),
    reason,
    alternatives: z.array(alternative).max(4).optional().meta({
      description:
        'Other times of the same service date that were available at that moment, nearest first. Can be empty. Absent when the restaurant does not take this party size, and when the search took too long.',
    }),
    nextAvailable: z.object({ date: serviceDate, startsAt: start }).optional().meta({
      description:
        'When `alternatives` is empty: the next available service date of the following 14, with the time nearest to the requested one. Absent if all are full.',
    }),
  })
  .meta({ description: 'A rejected booking, with the reason and other times.' });
