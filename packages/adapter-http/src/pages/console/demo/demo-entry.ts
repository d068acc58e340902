/** Who is let into the demo restaurant, and how: on its own machine by a click, elsewhere with a sandbox key. */
import { html, type Html } from '../../../mail/html.ts';
import type { ConsoleContext } from '../console-route.ts';
import { isOfThisMachine } from '../../this-machine.ts';
import type { Visitor } from '../visitor.ts';
import { visitDoor } from './visit-door.ts';

/** The demo restaurant's console. */
export interface ConsoleDemo {
  /** The location: the demo restaurant. */
  readonly locationId: string;
  /** The server listens on its own machine only. Without that nobody comes in without a sandbox key. */
  readonly isLocal: () => boolean;
  /** Puts something there to be seen, before somebody is let in. */
  readonly prepare: () => Promise<void>;
}

/** The way in; null where there is no demo restaurant. */
export async function demoEntry(context: ConsoleContext, visitor: Visitor): Promise<Html | null> {
  if (!context.demo) return null;
  if (!(await isDemoOpen(context, visitor))) return visitDoor(visitor);
  const { demo } = visitor.words.house;
  return html`<section class="demo">
    <h2>${demo.title}</h2>
    <p>${demo.lead}</p>
    <form method="post" action="${visitor.root}/sign-in/demo">
      <div class="actions"><button type="submit">${demo.open}</button></div>
    </form>
  </section>`;
}

/**
 * The server, and this request, are of one machine, and there is no other restaurant: one beside it would be a real one. What comes through a proxy
 * comes from elsewhere.
 */
export async function isDemoOpen({ demo, engine }: ConsoleContext, { headers }: Visitor): Promise<boolean> {
  if (!demo || !demo.isLocal() || !isOfThisMachine(headers)) return false;
  const locations = await engine.operator.locations.list();
  return locations.length === 1 && locations[0]?.id === demo.locationId;
}
