/** The demo restaurant for who tries Bord on the own machine: one click, and no sign-in. */
import type { Answer } from '../../../api/answer.ts';
import { browserName } from '../browser-name.ts';
import { consoleRedirect } from '../console-document.ts';
import type { ConsoleContext } from '../console-route.ts';
import type { VisitorRoute } from '../sign-in-routes.ts';
import type { Visitor } from '../visitor.ts';
import { type ConsoleDemo, isDemoOpen } from './demo-entry.ts';
import { eveningPath } from './evening-path.ts';

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
  const { root, cookies, headers } = visitor;
  if (!(await isDemoOpen(context, visitor))) return consoleRedirect(`${root}/sign-in`);
  await demo.prepare();
  const { staff } = context.engine.operator;
  const member = await staff.add({
    email: DEMO_EMAIL,
    name: 'Demo',
    locationId: demo.locationId,
    role: 'manager',
  });
  const { session } = await staff.signIn(member.id, browserName(headers.get('user-agent')));
  const evening = await eveningPath(context, demo, visitor);
  return consoleRedirect(evening, ['set-cookie', cookies.write('session', session)]);
}
