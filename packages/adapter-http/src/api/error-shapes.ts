/** What every answer from 400 on looks like (§2.11). */
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
          message: z.string().meta({ description: 'What is wrong with it, for people.' }),
        }),
      )
      .optional()
      .meta({
        description:
          'In a 400 for fields of the query or of the body: all that are at fault, at most 20. The first is the one that `message` tells.',
      }),
  })
  .meta({ description: 'What every answer from 400 on looks like (§2.11).' }) satisfies z.ZodType<ErrorBody>;

const alternative = z
  .object({ startsAt: start })
  .meta({ description: 'A time that could be had at the moment of the refusal.' });

export const refusalShape = errorShape
  .extend({
    statusCode: z.literal(409).meta({ description: 'Always 409.' }),
    reason,
    alternatives: z.array(alternative).max(4).optional().meta({
      description:
        'Other times of the same service date that could be had at that moment, the nearest first. Empty when there are none. Absent when the restaurant takes no party of this size, and when there was no time to look.',
    }),
    nextAvailable: z.object({ date: serviceDate, startsAt: start }).optional().meta({
      description:
        'When `alternatives` is empty: the next service date, of the 14 after the one that was asked for, on which the party could come, and the time nearest to the one asked for. Absent when there is none.',
    }),
  })
  .meta({ description: 'The booking cannot be had, why, and what could be had instead.' });
