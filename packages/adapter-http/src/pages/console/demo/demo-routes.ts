/** The demo restaurant for who tries Bord on the own machine: one click, and no sign-in. */
import { addDays, currentServiceDate, lastServiceOf } from '@bord/engine';
import type { Answer } from '../../../api/answer.ts';
import { browserName } from '../browser-name.ts';
import { consoleRedirect } from '../console-document.ts';
import type { ConsoleContext } from '../console-route.ts';
import { pathOf } from '../person-routes.ts';
import type { VisitorRoute } from '../sign-in-routes.ts';
import type { Visitor } from '../visitor.ts';
import { type ConsoleDemo, isDemoOpen } from './demo-entry.ts';

/** Who works at the demo restaurant without having signed in. No mail reaches the address. */
export const DEMO_EMAIL = 'demo@bord.invalid';

export function demoRoutes(context: ConsoleContext): readonly VisitorRoute[] {
  const { demo } = context;
  if (!demo) return [];
  return [
    {
      path: '/console/sign-in/demo',
      read: async ({ visitor }) => consoleRedirect(`${visitor.root}/sign-in`),
      change: ({ visitor }) => enterDemo(context, demo, visitor),
    },
  ];
}

async function enterDemo(context: ConsoleContext, demo: ConsoleDemo, visitor: Visitor): Promise<Answer> {
  const { root, cookies, headers, nowMs } = visitor;
  if (!(await isDemoOpen(context, visitor))) return consoleRedirect(`${root}/sign-in`);
  await demo.prepare();
  const { staff, locations } = context.engine.operator;
  const member = await staff.add({
    email: DEMO_EMAIL,
    name: 'Demo',
    locationId: demo.locationId,
    role: 'manager',
  });
  const { session } = await staff.signIn(member.id, browserName(headers.get('user-agent')));
  const location = await locations.read(demo.locationId);
  // When the last have gone there is more to be seen of tomorrow.
  const isOver = lastServiceOf(location, nowMs) === null;
  const date = isOver ? `?date=${addDays(currentServiceDate(location, nowMs), 1)}` : '';
  return consoleRedirect(`${root}/${pathOf(location)}${date}`, [
    'set-cookie',
    cookies.write('session', session),
  ]);
}
