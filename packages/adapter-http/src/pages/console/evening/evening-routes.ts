import { consolePage, dateOf } from '../console-page.ts';
import type { ConsoleInput, PartRoutes } from '../console-route.ts';
import type { Answer } from '../../../api/answer.ts';

export const eveningRoutes: PartRoutes = () => ['/console/:location'].map((path) => ({ path, read }));

async function read(input: ConsoleInput): Promise<Answer> {
  return consolePage({
    input,
    section: 'evening',
    title: dateOf(input),
    content: { markup: '<h1>Bord</h1>' },
  });
}
