/** The page of error codes, from the table by which the server answers. */
import {
  failureAnchor,
  FAILURE_CODES,
  FAILURES,
} from '../../packages/adapter-http/src/http/failure-table.ts';
import { anchor, code, noteOf, page, table } from './markdown.ts';

export { failureAnchor, FAILURE_CODES };

export function errorsPage(): string {
  return page([
    noteOf('packages/adapter-http/src/http/failure-table.ts'),
    '# Error codes',
    'This page lists each value of `code` in an error body with its cause and the next step, for developers of a booking partner. A running server shows the same list at `/docs#error-codes`. [Errors](../partners/errors.md) describes the body.',
    table(
      ['`code`', 'status', 'cause', 'next step'],
      FAILURE_CODES.map((name) => {
        const { status, cause, remedy } = FAILURES[name];
        return [`${anchor(failureAnchor(name))}${code(name)}`, `${status}`, cause, remedy];
      }),
    ),
    'Later versions can add codes. Handle an unknown code by its status. A resource of another partner has the same code as one that does not exist.',
  ]);
}
