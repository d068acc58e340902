import { html, type Html } from '../../web/html.ts';
import type { ConsoleInput } from '../console-route.ts';

/** What the script in the browser needs to follow a service date: it stands in the page, and is not shown. */
export function liveHtml({ here, location, words }: ConsoleInput, date: string): Html {
  const clock = words.base.page.clock('{h}', '{m}');
  return html`<div
    id="live"
    hidden
    data-here="${here}"
    data-date="${date}"
    data-time-zone="${location.timeZone}"
    data-clock="${clock}"
    data-words="${JSON.stringify(words.live.script)}"
  ></div>`;
}
