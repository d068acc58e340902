import { consolePage } from '../console-page.ts';
import type { ConsoleInput, PartRoutes } from '../console-route.ts';
import type { Answer } from '../../../api/answer.ts';

export const bookingRoutes: PartRoutes = () => ['/console/:location/search'].map((path) => ({ path, read }));

async function read(input: ConsoleInput): Promise<Answer> {
  return consolePage({ input, section: 'search', title: input.location.name, content: '' });
}
