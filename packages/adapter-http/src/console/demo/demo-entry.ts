/** The entry to the demo restaurant: the link that the server prints at its start (D55). */
import { type Content, html, type Html } from '../../web/html.ts';
import type { ConsoleContext } from '../console-route.ts';
import { isLoopback, type Visitor } from '../visitor.ts';

/** The demo restaurant's console. */
export interface ConsoleDemo {
  /** The location: the demo restaurant. */
  readonly locationId: string;
  /** The e-mail address of the member who signs in by a printed link (`operator.staff.link`), as a manager of the demo restaurant. */
  readonly email: string;
  /** Adds bookings before a member is signed in. */
  readonly prepare: () => Promise<void>;
}

/** The sign-in page's text about the demo restaurant. Only developers need the hint about the link; they use a loopback address. */
export function demoEntry({ demo, publicUrl }: ConsoleContext, visitor: Visitor): Content {
  return demo !== null && isLoopback(new URL(publicUrl()).host) && printedLink(visitor);
}

function printedLink({ words }: Visitor): Html {
  const { demo } = words.house;
  return html`<section class="demo">
    <h2>${demo.title}</h2>
    <p>${demo.lead}</p>
    <p>${demo.printed}<br /><code>npx bord staff link --demo</code></p>
  </section>`;
}
