/** The console of the demo restaurant. It opens by a printed link, from any address (D55). */
import type { ConsoleDemo } from '@bord/adapter-http/pages';
import { DAY_MS, type Engine, type StaffMember } from '@bord/engine';
import type { Runtime } from '../composition.ts';
import type { Config } from '../config/config.ts';
import { DEMO_RESTAURANT_ID } from '@bord/engine/adapters';
import { DEMO_LOCATION_ID } from '../demo.ts';

/** The staff member of the printed link to the demo restaurant. No e-mail reaches the address. */
export const DEMO_EMAIL = 'demo@bord.invalid';

/** The demo's sign-in for the pages; null without a demo location. */
export function consoleDemoOf({ config, at }: Pick<Runtime, 'config' | 'at'>): ConsoleDemo | null {
  if (!config.demo) return null;
  return { locationId: DEMO_RESTAURANT_ID, email: DEMO_EMAIL, prepare: () => prepareDemo(at) };
}

export async function prepareDemo(at: Runtime['at']): Promise<void> {
  const { makeDemoDays } = await import('./demo-days.ts');
  await makeDemoDays(at, DEMO_RESTAURANT_ID, Date.now());
}

/** A link that opens the demo restaurant's console and its mailbox, once, within 24 hours. */
export interface DemoLink {
  readonly path: string;
  readonly expiresMs: number;
}

/** Makes such a link. The storage gets its hash only. */
export async function makeDemoLink({ operator: { staff } }: Engine): Promise<DemoLink> {
  const member = (await demoMember(staff)) ?? (await addDemoMember(staff));
  const { token, expiresMs } = await staff.link(member.id, DAY_MS);
  return { path: `/console/sign-in/${token}`, expiresMs };
}

/** Without the demo restaurant, sessions and links of its member end. */
export async function endDemoConsole({ operator: { staff } }: Engine, { demo }: Config): Promise<void> {
  if (demo) return;
  const member = await demoMember(staff);
  if (member) await staff.remove(member.id);
}

type Staff = Engine['operator']['staff'];

async function demoMember(staff: Staff): Promise<StaffMember | undefined> {
  const members = await staff.list({ locationId: DEMO_RESTAURANT_ID });
  return members.find(({ email }) => email === DEMO_EMAIL);
}

/** Also at the demo location, where developers see the bookings of their sandbox keys. */
async function addDemoMember(staff: Staff): Promise<StaffMember> {
  const member = { email: DEMO_EMAIL, name: 'Demo', role: 'manager' } as const;
  await staff.add({ ...member, locationId: DEMO_LOCATION_ID });
  return staff.add({ ...member, locationId: DEMO_RESTAURANT_ID });
}
