import { consolePage } from '../console-page.ts';
import type { ConsoleInput, PartRoutes } from '../console-route.ts';
import type { Answer } from '../../../api/answer.ts';

export const houseRoutes: PartRoutes = () =>
  ['/console/:location/month', '/console/:location/turns', '/console/:location/plan'].map((path) => ({
    path,
    read,
  }));

async function read(input: ConsoleInput): Promise<Answer> {
  return consolePage({
    input,
    section: 'month',
    title: input.location.name,
    content: { markup: '<h1>Bord</h1>' },
  });
}
